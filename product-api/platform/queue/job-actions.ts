import { sql } from 'drizzle-orm'
import { fromDrizzle, type Db as JobDatabase, type PgBoss } from 'pg-boss'
import type { Db } from '../db/client.ts'
import { findJobForUpdate, type LockedJob, listFailedIds } from './job-records.ts'

/** What an operator does about jobs, each inside the caller's transaction. */
export type JobActions = {
  /** Lets a failed job, or one that waits to be tried again, run immediately. @returns the job as it was before. */
  retry(tx: Db, id: string): Promise<LockedJob | undefined>
  /** @returns how many. */
  retryFailed(tx: Db, queue: string): Promise<number>
  /** Throws a failed job away. @returns the job as it was before. */
  discard(tx: Db, id: string): Promise<LockedJob | undefined>
}

const retriedAtOnce = 1_000

/** `wake`: called in a transaction that lets jobs of a queue be done. */
export function createJobActions(engine: PgBoss, wake: (tx: Db, queue: string) => void): JobActions {
  const over = (tx: Db): JobDatabase => fromDrizzle(tx, sql)
  return {
    retry: async (tx, id) => {
      const job = await findJobForUpdate(tx, id)
      if (job?.state === 'failed') await engine.retry(job.queue, id, { db: over(tx) })
      else if (job?.state === 'retry' && job.isForLater)
        await engine.update(job.queue, undefined, { id, startAfter: new Date(), db: over(tx) })
      else return job
      wake(tx, job.queue)
      return job
    },
    retryFailed: async (tx, queue) => {
      let count = 0
      for (;;) {
        const ids = await listFailedIds(tx, queue, retriedAtOnce)
        if (ids.length > 0) await engine.retry(queue, ids, { db: over(tx) })
        count += ids.length
        if (ids.length < retriedAtOnce) break
      }
      if (count > 0) wake(tx, queue)
      return count
    },
    discard: async (tx, id) => {
      const job = await findJobForUpdate(tx, id)
      if (job?.state === 'failed') await engine.deleteJob(job.queue, id, { db: over(tx) })
      return job
    },
  }
}
