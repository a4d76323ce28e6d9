import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'

// Not `Db`: its file imports the migrations, which use one of these locks.
type Executor = { execute(query: SQL): PromiseLike<unknown> }

/** A connection that is nobody else's. */
type Session = { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> }

const pauseMs = 100

/** All advisory locks: their numbers share one namespace in a database. */
export const advisoryLocks = {
  /** Lets one process at a time migrate. */
  migrations: 7_204_913,
  /** Makes changes visible in the order of their ids (`platform/change-feed/change-feed.ts`). */
  changes: 7_204_914,
  /**
   * Lets one transaction at a time decide who gets which stories: two simultaneous sends, or a send and a welcome, that
   * both look up who has had a story would send it to the same people twice. Take it after the subscribers' rows, never
   * before.
   */
  storyHistory: 7_204_915,
  /** Lets one process at a time make the first administrator and fill an empty database. */
  firstStart: 7_204_916,
} as const

/** Takes the lock until the transaction ends. On the embedded database, which has one session, it has no effect. */
export async function lockUntilCommit(tx: Executor, lock: keyof typeof advisoryLocks): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks[lock]})`)
}

/**
 * Runs something while no other process does, over a connection of its own. It asks for the lock again and again: to wait
 * within a statement would hold up whoever builds an index concurrently, which may be the one that has the lock.
 */
export async function whileAlone<T>(
  session: Session,
  lock: keyof typeof advisoryLocks,
  run: () => Promise<T>,
): Promise<T> {
  const number = [advisoryLocks[lock]]
  const isTaken = async () => (await session.query('select pg_try_advisory_lock($1) as taken', number)).rows[0]?.taken
  while (!(await isTaken())) await sleep(pauseMs)
  try {
    return await run()
  } finally {
    // If the connection broke, the server has given the lock back.
    await session.query('select pg_advisory_unlock($1)', number).catch(() => undefined)
  }
}
