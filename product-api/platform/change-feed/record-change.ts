import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { lockUntilCommit } from '../db/advisory-locks.ts'
import type { Db } from '../db/client.ts'
import { changes } from '../db/tables/platform.ts'
import { afterCommit } from '../db/transaction.ts'

/** The channel on which PostgreSQL announces a change to the other processes (`listen`, `notify`). */
export const changesChannel = 'bytewise_changes'

/** Records in the same transaction which pages a write changed; the feed announces it after the commit. */
export async function recordChange(ctx: Pick<Context, 'changed'>, tx: Db, tags: Iterable<string>): Promise<void> {
  const changed = [...new Set(tags)]
  await insertChange(tx, changed)
  afterCommit(tx, () => ctx.changed.raise(changed))
}

/**
 * Inserts a change. The lock is held until the commit, so that changes become visible in the order of their ids: a
 * reader that has seen one never finds a smaller one later.
 */
async function insertChange(tx: Db, tags: string[]): Promise<void> {
  await lockUntilCommit(tx, 'changes')
  await tx.insert(changes).values({ tags })
  await tx.execute(sql`select pg_notify(${changesChannel}, '')`)
}
