import { type SQL, sql } from 'drizzle-orm'

// Not `Db`: its file imports the migrations, which use one of these locks.
type Executor = { execute(query: SQL): PromiseLike<unknown> }

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
} as const

/** Takes the lock until the transaction ends. On the embedded database, which has one session, it has no effect. */
export async function lockUntilCommit(tx: Executor, lock: keyof typeof advisoryLocks): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks[lock]})`)
}
