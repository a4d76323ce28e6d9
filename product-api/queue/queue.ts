import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, type PgBoss } from 'pg-boss'
import { isConnectionLost } from '../db/faults.ts'
import { afterCommit } from '../db/transaction.ts'
import { createEngine, queueName, startEngine } from './engine.ts'
import { jobs, type Queue, type WaitingJob } from './jobs.ts'

export type OpenQueue = Queue & {
  engine: PgBoss
  /** Called after a commit that enqueued something to be done at once. */
  onEnqueued(listener: () => void): void
  /** The pool stays open; a job that is under way is given back. */
  close(): Promise<void>
}

/** Opens the queue in the database of `pool`: jobs can be enqueued from then on, and a worker does them. */
export async function openQueue(pool: pg.Pool, { supervise }: { supervise: boolean }): Promise<OpenQueue> {
  const engine = createEngine({ executeSql: (text, values) => run(pool, text, values) }, { supervise })
  let enqueued: () => void = () => undefined
  // Without a listener a fault of its upkeep would end the process; the worker puts one that logs.
  engine.on('error', () => undefined)
  await startEngine(engine)
  return {
    engine,
    onEnqueued: (listener) => {
      enqueued = listener
    },
    close: () => engine.stop({ graceful: false, close: false }),
    enqueue: async (tx, name, payload, { startAfter } = {}) => {
      const waiting: WaitingJob = { job: name, payload: jobs[name].parse(payload) }
      await engine.send(queueName, waiting, { ...(startAfter && { startAfter }), db: fromDrizzle(tx, sql) })
      if (!startAfter) afterCommit(tx, () => enqueued())
    },
  }
}

async function run(pool: pg.Pool, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const ask = () => pool.query(text, values) as Promise<pg.QueryResult | pg.QueryResult[]>
  // Once more over another connection: a job that is done and not marked so would be done again. What it fetched and
  // nobody heard of is fetched again when its time is over, as after a crash.
  const result = await ask().catch((fault: unknown) => {
    if (isConnectionLost(fault)) return ask()
    throw fault
  })
  // Its scripts are several statements in one text.
  return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows) } : result
}
