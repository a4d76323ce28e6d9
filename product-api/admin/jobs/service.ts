import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { decodeTimeCursor, encodeTimeCursor, pageOf } from '#platform/db/paging.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import * as records from '#platform/queue/job-records.ts'
import { nameOfJob } from '#platform/queue/jobs.ts'

type Wanted = { state: 'failed' | 'retry'; cursor?: string | undefined; limit: number }

export function countJobs({ db }: Pick<Context, 'db'>): Promise<records.QueueCounts[]> {
  return records.countJobs(db)
}

/** @throws Problem `bad_request` for a cursor of another list. */
export async function listTroubledJobs({ db }: Pick<Context, 'db'>, { state, cursor, limit }: Wanted) {
  const after = decodeTimeCursor(cursor)
  return pageOf(
    limit,
    (limit) => records.listJobs(db, { state, after, limit }),
    ({ createdAt, id }) => encodeTimeCursor({ at: createdAt, id }),
  )
}

/** @throws Problem `not_found`, and `not_possible` for a job that has neither failed nor waits for a retry. */
export function retryJob(ctx: SignedInContext, id: string): Promise<void> {
  return transaction(ctx.db, async (tx: Db) => {
    const job = isId(id) ? await ctx.queue.actions.retry(tx, id) : undefined
    if (!job) throw unknownJob()
    const isRetried = job.state === 'failed' || (job.state === 'retry' && job.isForLater)
    if (!isRetried) throw new Problem('not_possible', { detail: whyNot[job.state] })
    const details = { job: nameOfJob(job.data) ?? '', queue: job.queue, id }
    await recordAudit(ctx, tx, { action: 'job_retried', details })
  })
}

/** @returns how many jobs will run. @throws Problem `not_found` for an unknown queue. */
export function retryQueue(ctx: SignedInContext, queue: string): Promise<number> {
  return transaction(ctx.db, async (tx: Db) => {
    if (!records.isQueue(queue)) throw new Problem('not_found', { detail: 'This queue does not exist.' })
    const count = await ctx.queue.actions.retryFailed(tx, queue)
    if (count > 0) await recordAudit(ctx, tx, { action: 'jobs_retried', details: { queue, count: String(count) } })
    return count
  })
}

/** @throws Problem `not_found`, and `not_possible` for a job that has not failed for good. */
export function discardJob(ctx: SignedInContext, id: string): Promise<void> {
  return transaction(ctx.db, async (tx: Db) => {
    const job = isId(id) ? await ctx.queue.actions.discard(tx, id) : undefined
    if (!job) throw unknownJob()
    if (job.state !== 'failed') throw new Problem('not_possible', { detail: whyNot[job.state] })
    const details = { job: nameOfJob(job.data) ?? '', queue: job.queue, id }
    await recordAudit(ctx, tx, { action: 'job_discarded', details })
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

function unknownJob(): Problem {
  return new Problem('not_found', { detail: 'This job is gone. Failed jobs are kept for a day.' })
}
