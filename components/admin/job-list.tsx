import { useEffect, useRef, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { RowButton } from '#components/ui/action-rows.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { TroubledJob } from '#contract/administration.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { Badge, PagedRows, Row } from './row-list.tsx'

type Props = {
  state: TroubledJob['state']
  title: string
  text: string
  empty: string
  /** If it changes, the list is loaded again. */
  round: number
  /** A job of the list was retried or thrown away. */
  onChanged: () => void
}

/** The jobs of one state that something can be done about. */
export function JobList({ state, title, text, empty, round, onChanged }: Props) {
  const list = useCallList('GET /dashboard/jobs', { query: { state } })
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState('')
  const action = useAction({ inTurn: true })
  const shownRound = useRef(round)
  useEffect(() => {
    if (shownRound.current === round) return
    shownRound.current = round
    setGone(new Set())
    list.askAgain()
  }, [round, list])
  const items = list.items?.filter(({ _id }) => !gone.has(_id))

  const act = (job: TroubledJob, ask: () => Promise<{ body: { message: string } }>) =>
    action.run(job._id, async () => {
      setDone('')
      const { body } = await ask()
      setGone((before) => new Set(before).add(job._id))
      setDone(body.message)
      onChanged()
    })
  const retry = (job: TroubledJob) =>
    act(job, () => callBff('POST /dashboard/jobs/:id/retry', { params: { id: job._id } }))
  const discard = (job: TroubledJob) => {
    if (!confirm(`Discard this job? ${job.job} will not run.`)) return
    void act(job, () => callBff('DELETE /dashboard/jobs/:id', { params: { id: job._id } }))
  }
  const button = (label: string, job: TroubledJob, onPress: () => void) => (
    <RowButton label={label} of={job.job} isBusy={action.isAsked(job._id)} onPress={onPress} />
  )

  return (
    <TitledSection id={`jobs-${state}`} title={title} className="flex flex-col gap-4">
      <p className="max-w-sentence text-pretty text-soft">{text}</p>
      {action.message && <FormNotice kind="failure">{action.message}</FormNotice>}
      <p role="status" className="text-ui text-green empty:-mt-4">
        {done}
      </p>
      <PagedRows
        label={title}
        list={{ ...list, items }}
        empty={empty}
        row={(job) => (
          <Row
            key={job._id}
            title={job.job}
            badges={<Badge>{job.queue}</Badge>}
            facts={factsOf(job)}
            actions={
              <>
                {button('Retry', job, () => void retry(job))}
                {state === 'failed' && button('Discard', job, () => discard(job))}
              </>
            }
          />
        )}
      />
    </TitledSection>
  )
}

function factsOf({ about, tries, created_at, failed_at, next_try_at, failure }: TroubledJob): string[] {
  const times = [
    `Enqueued ${formatDateTime(created_at)}`,
    failed_at && `failed ${formatDateTime(failed_at)}`,
    next_try_at && `next try ${formatDateTime(next_try_at)}`,
    tries === 1 ? 'one try' : `${tries} tries`,
  ]
  return [times.filter(Boolean).join(', '), about && `About ${about}`, failure]
}
