import { sql } from 'drizzle-orm'
import { fromDrizzle, type Db as JobDatabase, type PgBoss } from 'pg-boss'
import type { Db } from '../db/client.ts'
import { findJobForUpdate, type LockedJob, listFailedIds } from './job-records.ts'

/** An operator's actions on jobs, each inside the caller's transaction. */
export type JobActions = {
  /** Runs a failed job, or one that waits for its next try, immediately. @returns the job as it was before. */
  retry(tx: Db, id: string): Promise<LockedJob | undefined>
  /** @returns the number of jobs. */
  retryFailed(tx: Db, queue: string): Promise<number>
  /** Deletes a failed job. @returns the job as it was before. */
  discard(tx: Db, id: string): Promise<LockedJob | undefined>
}

const retriedAtOnce = 1_000

/** `wake`: called in a transaction that makes jobs of a queue ready. */
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
