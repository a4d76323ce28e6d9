import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, type Db as JobDatabase, type PgBoss } from 'pg-boss'
import type { Db } from '../db/client.ts'
import { isConnectionLost } from '../db/faults.ts'
import { afterCommit } from '../db/transaction.ts'
import { createEngine, startEngine } from './engine.ts'
import { findJobForUpdate, listFailedIds } from './job-records.ts'
import { type EnqueueOptions, type JobName, jobs, type Queue, type WaitingJob } from './jobs.ts'

/** Jobs inserted with one statement. */
const insertMost = 2_000
const retriedAtOnce = 1_000

export type OpenQueue = Queue & {
  engine: PgBoss
  /** Sets the listener for commits that enqueued jobs without a delay. */
  onEnqueued(listener: (name: string) => void): void
  /** Leaves the pool open; jobs under way are requeued. */
  close(): Promise<void>
}

/** Opens the queues in the database of `pool`, ready for enqueueing. `works`: whether this process runs jobs. */
export async function openQueue(pool: pg.Pool, { works }: { works: boolean }): Promise<OpenQueue> {
  const engine = createEngine({ executeSql: (text, values) => run(pool, text, values) }, { works })
  let enqueued: (name: string) => void = () => undefined
  // Without a listener a failed maintenance query would crash the process; the worker adds one that logs.
  engine.on('error', () => undefined)
  await startEngine(engine)
  const insert = async (tx: Db, name: JobName, payloads: readonly unknown[], options: EnqueueOptions = {}) => {
    const { startAfter, isLast } = options
    const { queue, payload } = jobs[name]
    const waiting = payloads.map((given) => ({
      data: { job: name, payload: payload.parse(given) } satisfies WaitingJob,
      ...(startAfter && { startAfter }),
      ...(isLast && { priority: -1 }),
    }))
    const db = fromDrizzle(tx, sql)
    for (let from = 0; from < waiting.length; from += insertMost) {
      await engine.insert(queue, waiting.slice(from, from + insertMost), { db })
    }
    if (!startAfter) afterCommit(tx, () => enqueued(queue))
  }
  return {
    engine,
    actions: createJobActions(engine, (tx, name) => afterCommit(tx, () => enqueued(name))),
    onEnqueued: (listener) => {
      enqueued = listener
    },
    close: () => engine.stop({ graceful: false, close: false }),
    enqueue: (tx, name, payload, options) => insert(tx, name, [payload], options),
    enqueueMany: insert,
  }
}

async function run(pool: pg.Pool, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const ask = () => pool.query(text, values) as Promise<pg.QueryResult | pg.QueryResult[]>
  // Retried over another connection: a finished job that is not marked as such would run again. A fetch whose answer
  // was lost is repeated when the job's lease expires, as after a crash.
  const result = await ask().catch((fault: unknown) => {
    if (isConnectionLost(fault)) return ask()
    throw fault
  })
  // Its scripts have several statements in one text.
  return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows) } : result
}

/** `wake`: called in a transaction that makes jobs of a queue ready. */
function createJobActions(engine: PgBoss, wake: (tx: Db, queue: string) => void): Queue['actions'] {
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
