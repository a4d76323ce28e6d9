import { type SQL, sql } from 'drizzle-orm'

// Not `Db`: its file imports the migrations, which hold a lock of these.
type Executor = { execute(query: SQL): PromiseLike<unknown> }

/** PostgreSQL has one space of numbers for the advisory locks of a whole database, so all of ours stand here. */
export const advisoryLocks = {
  /** Held by a process while it migrates. */
  migrations: 7_204_913,
  /** Held from the writing of a change to its commit (`platform/change-feed/record-change.ts`). */
  changes: 7_204_914,
  /** Held while a transaction decides who gets which stories (`subscriptions/lock-story-history.ts`). */
  toldStories: 7_204_915,
} as const

/** Waits for the lock and holds it until the transaction ends. On the embedded database it excludes nobody. */
export async function lockUntilCommit(tx: Executor, lock: keyof typeof advisoryLocks): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks[lock]})`)
}
