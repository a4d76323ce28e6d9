'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { RowButton } from '#components/ui/action-rows.tsx'
import { Button } from '#components/ui/button.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { QueueState, TroubledJob } from '#contract/administration.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { Badge, PagedRows, Row } from './row-list.tsx'

/** The state of the queues, and the failed jobs with their actions. */
export function JobDesk() {
  const { data: queues, error, mutate } = useCall('GET /dashboard/queues')
  const [round, setRound] = useState(0)
  const [done, setDone] = useState('')
  const action = useAction()

  function lookAgain() {
    setRound((before) => before + 1)
    void mutate()
  }

  const retryAll = (queue: string) =>
    action.run(queue, async () => {
      setDone('')
      const { body } = await callBff('POST /dashboard/queues/:queue/retry', { params: { queue } })
      setDone(body.count === 1 ? 'One job will run straight away.' : `${body.count} jobs will run straight away.`)
      lookAgain()
    })

  const wrong = action.message ?? error?.message
  // The table would push down what is below it.
  const isThere = Boolean(queues ?? error)
  return (
    <>
      {wrong && <FormNotice kind="failure">{wrong}</FormNotice>}
      <TitledSection ref={keepFocus} id="queues" title="Queues" className="flex flex-col gap-4">
        <p className="max-w-sentence text-pretty text-soft">
          Waiting jobs are ready to run. Later are planned ones, and those that wait for a retry. Active jobs run now,
          and failed ones have run out of tries.
        </p>
        {queues ? (
          <QueueTable queues={queues} isBusy={action.isAsked} onRetryAll={retryAll} />
        ) : (
          !error && <p className="text-faint">Loading…</p>
        )}
        <p role="status" className="text-ui text-green empty:-mt-4">
          {done}
        </p>
        {isThere && (
          <Button onClick={lookAgain} className="self-start">
            Refresh
          </Button>
        )}
      </TitledSection>
      {isThere &&
        lists.map((list) => <JobList key={list.state} {...list} round={round} onChanged={() => void mutate()} />)}
    </>
  )
}

const lists = [
  {
    state: 'failed',
    title: 'Failed for good',
    text: 'Every attempt failed. These jobs are kept for a day, then deleted.',
    empty: 'No jobs have failed for good.',
  },
  {
    state: 'retry',
    title: 'Waiting for a retry',
    text: 'These failed and are retried automatically, after longer and longer pauses.',
    empty: 'No jobs are waiting for a retry.',
  },
] as const

type Props = {
  queues: readonly QueueState[]
  isBusy: (queue: string) => boolean
  onRetryAll: (queue: string) => void
}

const columns = { waiting: 'Waiting', later: 'Later', active: 'Active', failed: 'Failed' } as const
/** The kind of work in each queue. */
const kinds: Partial<Record<string, string>> = {
  mail: 'emails that someone waits for, such as a link to log in',
  bulk: 'emails that go to many at once',
  slow: 'work that takes minutes, one job at a time',
  speech: 'texts to read aloud, one at a time',
  publishing: 'stories with a time at which they are published',
  planned: 'what runs on a schedule: digests, clean-up',
}
const states = Object.keys(columns) as (keyof typeof columns)[]

function QueueTable({ queues, isBusy, onRetryAll }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section tabIndex={0} aria-label="Jobs by queue and state" className="overflow-x-auto">
      <table className="w-full text-ui tabular-nums">
        <thead className="text-small text-faint">
          <tr>
            <th scope="col" className="py-2 pe-4 text-start font-normal">
              Queue
            </th>
            {states.map((state) => (
              <th key={state} scope="col" className="px-2 py-2 text-end font-normal">
                {columns[state]}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name} className="border-t border-line">
              <th scope="row" className="py-2 pe-4 text-start font-semibold">
                {queue.name}
                {kinds[queue.name] && (
                  <span className="block min-w-44 text-small font-normal text-soft">{kinds[queue.name]}</span>
                )}
              </th>
              {states.map((state) => (
                <td key={state} className="px-2 py-2 text-end">
                  {queue[state].toLocaleString('en-GB')}
                </td>
              ))}
              <td className="h-11 ps-4 text-end whitespace-nowrap">
                {queue.failed > 0 && (
                  <RowButton
                    label="Retry failed"
                    of={queue.name}
                    isBusy={isBusy(queue.name)}
                    onPress={() => onRetryAll(queue.name)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type JobListProps = {
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
function JobList({ state, title, text, empty, round, onChanged }: JobListProps) {
  const list = useCallList('GET /dashboard/jobs', { query: { state } })
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState('')
  const action = useAction({ inTurn: true })
  const reload = useEffectEvent(() => {
    setGone(new Set())
    list.askAgain()
  })
  useEffect(() => {
    if (round > 0) reload()
  }, [round])
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
    <TitledSection ref={keepFocus} id={`jobs-${state}`} title={title} className="flex flex-col gap-4">
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
