'use client'

import { useEffect, useRef } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import type { PodcastJob } from '#contract/podcasts.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { clockTime } from './clock-time.ts'
import { isUnderWay, usePodcastJob } from './use-podcast-jobs.ts'
import { useSilence } from './use-silence.ts'

type Props = {
  jobs: readonly PodcastJob[]
  onState: (job: PodcastJob) => void
  onGone: (id: string) => void
}

/** The texts that are not ready yet; renders nothing if all are. */
export function JobList({ jobs, onState, onGone }: Props) {
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby="podcast-jobs" className="flex max-w-column flex-col gap-4">
      <h2 id="podcast-jobs" className="font-serif text-lead font-semibold">
        Not ready yet
      </h2>
      {jobs.map((job) => (
        <JobProgress key={job.id} job={job} onState={onState} onGone={() => onGone(job.id)} />
      ))}
    </section>
  )
}

type JobProgressProps = {
  job: PodcastJob
  /** Called with each new state; `url` exists once there is something to hear. */
  onState: (job: PodcastJob) => void
  /** Called once the job has been removed. */
  onGone: () => void
}

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

  const goesOn = isUnderWay(job)
  const isSilent = useSilence(job.changed_at, goesOn)
  const failure = action.message ?? error?.message
  return (
    <section aria-label={job.title} className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4">
      <p className="wrap-anywhere font-semibold">{job.title}</p>
      <p role="status" className="text-ui text-soft">
        {sentenceOf(job)}
      </p>
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
          <Deed label="Cancel" isBusy={action.busy !== undefined} onPress={() => act('cancel')} />
        )}
        {(isSilent || job.state === 'failed' || job.state === 'cancelled') && (
          <Deed label="Try again" isBusy={action.busy !== undefined} onPress={() => act('retry')} />
        )}
        {(job.state === 'failed' || job.state === 'cancelled') && !url && (
          <Deed label="Remove" isBusy={action.busy !== undefined} onPress={dismiss} />
        )}
      </div>
    </section>
  )
}

function Deed({ label, isBusy, onPress }: { label: string; isBusy: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={onPress}
      className={`${buttonStyle.secondary} aria-disabled:opacity-60`}
    >
      {label}
    </button>
  )
}

function sentenceOf({ state, sentences, sentences_done, spoken_ms, failure }: PodcastJob): string {
  const ready = spoken_ms > 0 ? `, ${clockTime(spoken_ms / 1_000)} of audio` : ''
  switch (state) {
    case 'waiting':
      return 'Waiting to start…'
    case 'speaking':
      return sentences > 0 ? `Reading aloud: ${sentences_done} of ${sentences} sentences${ready}` : 'Reading aloud…'
    case 'failed':
      return failure ?? 'The text couldn’t be read aloud. Please try again.'
    case 'cancelled':
      return `Cancelled after ${sentences_done} of ${sentences} sentences. What was read so far is kept if you try again.`
    default:
      return 'Ready.'
  }
}
