import type { TroubledJob } from '#contract/administration.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { decodeTimeCursor, encodeTimeCursor, pageOf } from '#platform/db/paging.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { describeFailure } from '#platform/queue/handlers.ts'
import {
  countJobs,
  isQueue,
  type JobRecord,
  type LockedJob,
  listJobs,
  type QueueCounts,
} from '#platform/queue/job-records.ts'
import { nameOfJob } from '#platform/queue/jobs.ts'

type Wanted = { state: 'failed' | 'retry'; cursor?: string | undefined; limit: number }

export function countQueues({ db }: Pick<Context, 'db'>): Promise<QueueCounts[]> {
  return countJobs(db)
}

/** @throws Problem `bad_request` for a cursor of another list. */
export async function listTroubledJobs({ db }: Pick<Context, 'db'>, { state, cursor, limit }: Wanted) {
  const after = decodeTimeCursor(cursor)
  return pageOf(
    limit,
    (limit) => listJobs(db, { state, after, limit }),
    ({ createdAt, id }) => encodeTimeCursor({ at: createdAt, id }),
  )
}

/** @throws Problem `not_found`, and `not_possible` for a job that has neither failed nor waits for a retry. */
export function retryJob(ctx: SignedInContext, id: string): Promise<void> {
  const isRetried = ({ state, isForLater }: LockedJob) => state === 'failed' || (state === 'retry' && isForLater)
  return changeJob(ctx, id, { change: ctx.queue.actions.retry, isChanged: isRetried, action: 'job_retried' })
}

/** @returns how many jobs will run. @throws Problem `not_found` for an unknown queue. */
export function retryQueue(ctx: SignedInContext, queue: string): Promise<number> {
  return transaction(ctx.db, async (tx: Db) => {
    if (!isQueue(queue)) throw new Problem('not_found', { detail: 'This queue does not exist.' })
    const count = await ctx.queue.actions.retryFailed(tx, queue)
    if (count > 0) await recordAudit(ctx, tx, { action: 'jobs_retried', details: { queue, count: String(count) } })
    return count
  })
}

/** @throws Problem `not_found`, and `not_possible` for a job that has not failed for good. */
export function discardJob(ctx: SignedInContext, id: string): Promise<void> {
  const isDiscarded = ({ state }: LockedJob) => state === 'failed'
  return changeJob(ctx, id, { change: ctx.queue.actions.discard, isChanged: isDiscarded, action: 'job_discarded' })
}

type Change = {
  change: (tx: Db, id: string) => Promise<LockedJob | undefined>
  isChanged: (job: LockedJob) => boolean
  action: 'job_retried' | 'job_discarded'
}

function changeJob(ctx: SignedInContext, id: string, { change, isChanged, action }: Change): Promise<void> {
  return transaction(ctx.db, async (tx: Db) => {
    const job = isId(id) ? await change(tx, id) : undefined
    if (!job) throw new Problem('not_found', { detail: 'This job is gone. Failed jobs are kept for a day.' })
    if (!isChanged(job)) throw new Problem('not_possible', { detail: whyNot[job.state] })
    await recordAudit(ctx, tx, { action, details: { job: nameOfJob(job.data) ?? '', queue: job.queue, id } })
  })
}

const whyNot = {
  created: 'This job is already waiting to run.',
  retry: 'This job is already waiting to run.',
  active: 'This job is running right now.',
  completed: 'This job has already run.',
  cancelled: 'This job was cancelled.',
  failed: 'This job has failed.',
} as const

const failureMost = 500

/** The ids in a job's payload that may be shown; other parts may contain personal data. */
const kinds = { userId: 'user', contentId: 'story', sendId: 'send', subscriberId: 'subscriber' } as const

export function presentJob(job: JobRecord): TroubledJob {
  const { id, queue, data, state, tries, createdAt, failedAt, nextTryAt, output } = job
  return {
    ...{ _id: id, queue, job: nameOfJob(data) ?? 'unknown', about: aboutOf(data), state, tries },
    created_at: createdAt.toISOString(),
    failed_at: state === 'failed' ? (failedAt?.toISOString() ?? null) : null,
    next_try_at: state === 'retry' ? nextTryAt.toISOString() : null,
    failure: failureOf(output),
  }
}

function aboutOf(data: unknown): string {
  const { payload } = (data ?? {}) as { payload?: Record<string, unknown> }
  const named = Object.entries(kinds).map(([key, kind]) => {
    const id = payload?.[key]
    return typeof id === 'string' && isId(id) ? `${kind} ${id}` : ''
  })
  return named.filter(Boolean).join(', ')
}

/** Masks email addresses, which the queue engine's own messages may contain. */
function failureOf(output: unknown): string {
  if (!output) return ''
  return describeFailure(output).message.slice(0, failureMost)
}
