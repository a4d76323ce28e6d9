'use client'

import { useEffect, useRef } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { PodcastJob } from '#contract/podcasts.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { clockTime } from './clock-time.ts'
import { isUnderWay, usePodcastJob, useSilence } from './use-podcast-jobs.ts'

type Props = {
  jobs: readonly PodcastJob[]
  /** Called with each new state; `url` exists once there is something to hear. */
  onState: (job: PodcastJob) => void
  /** Called once a job has been removed. */
  onGone: (job: PodcastJob) => void
}

/** The texts that are not ready yet; renders nothing if all are. */
export function JobList({ jobs, onState, onGone }: Props) {
  if (jobs.length === 0) return null
  return (
    <TitledSection id="podcast-jobs" title="Not ready yet" className="flex max-w-column flex-col gap-4">
      <ul className="flex flex-col gap-4">
        {jobs.map((job) => (
          <li key={job.id}>
            <JobProgress job={job} onState={onState} onGone={() => onGone(job)} />
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}

type JobProgressProps = Pick<Props, 'onState'> & { job: PodcastJob; onGone: () => void }

/** The progress of a narration, with its actions. */
function JobProgress({ job: known, onState, onGone }: JobProgressProps) {
  const { job, error, take } = usePodcastJob(known)
  const action = useAction()
  const told = useRef(known.state)
  const { id, url } = job

  useEffect(() => {
    if (job.state === told.current) return
    told.current = job.state
    onState(job)
  }, [job, onState])

  const act = (deed: 'cancel' | 'retry') =>
    action.run(deed, async () => {
      const { body } = await callBff(`POST /podcasts/jobs/:id/${deed}`, { params: { id } })
      await take(body)
    })
  const dismiss = () =>
    action.run('dismiss', async () => {
      await callBff('DELETE /podcasts/jobs/:id', { params: { id } })
      onGone()
    })

  const isBusy = action.busy !== undefined
  const goesOn = isUnderWay(job)
  const hasEnded = job.state === 'failed' || job.state === 'cancelled'
  const isSilent = useSilence(job.changed_at, goesOn)
  const failure = action.message ?? error?.message
  return (
    <section aria-label={job.title} className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4">
      <p className="wrap-anywhere font-semibold">{job.title}</p>
      <div className="text-ui text-soft">
        <p role="status">{sentenceOf(job)}</p>
        {/* Not announced: it changes every second. */}
        {job.state === 'speaking' && job.sentences > 0 && <p className="tabular-nums">{progressOf(job)}</p>}
      </div>
      {goesOn && (
        <progress
          aria-label="Progress"
          max={Math.max(1, job.sentences)}
          value={job.sentences > 0 ? job.sentences_done : undefined}
          className="h-2 w-full"
        />
      )}
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      <div className="flex flex-wrap gap-3">
        {goesOn && !isSilent && (
          <Button isBusy={isBusy} onClick={() => act('cancel')}>
            Cancel
          </Button>
        )}
        {(isSilent || hasEnded) && (
          <Button isBusy={isBusy} onClick={() => act('retry')}>
            Try again
          </Button>
        )}
        {hasEnded && !url && (
          <Button isBusy={isBusy} onClick={dismiss}>
            Remove
          </Button>
        )}
      </div>
    </section>
  )
}

function progressOf({ sentences, sentences_done, spoken_ms }: PodcastJob): string {
  const ready = spoken_ms > 0 ? `, ${clockTime(spoken_ms / 1_000)} of audio` : ''
  return `${sentences_done} of ${sentences} sentences${ready}`
}

function sentenceOf({ state, sentences, sentences_done, failure }: PodcastJob): string {
  switch (state) {
    case 'waiting':
      return 'Waiting to start…'
    case 'speaking':
      return 'Reading aloud…'
    case 'failed':
      return failure ?? 'The text couldn’t be read aloud. Please try again.'
    case 'cancelled':
      return `Cancelled after ${sentences_done} of ${sentences} sentences. What was read so far is kept if you try again.`
    default:
      return 'Ready.'
  }
}
