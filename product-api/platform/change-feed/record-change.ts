import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { lockUntilCommit } from '../db/advisory-locks.ts'
import type { Db } from '../db/client.ts'
import { changes } from '../db/tables/platform.ts'
import { afterCommit } from '../db/transaction.ts'

/** The channel on which PostgreSQL announces a change to the other processes (`listen`, `notify`). */
export const changesChannel = 'bytewise_changes'

/** Notes in the same transaction which pages a write changed; the feed tells it once that is committed. */
export async function recordChange(ctx: Pick<Context, 'changed'>, tx: Db, tags: Iterable<string>): Promise<void> {
  const changed = [...new Set(tags)]
  await insertChange(tx, changed)
  afterCommit(tx, () => ctx.changed.raise(changed))
}

/**
 * Writes one change. The lock is held until the commit, so that ids grow in the order in which readers can see them: a
 * reader that has seen one never finds a smaller one later.
 */
async function insertChange(tx: Db, tags: string[]): Promise<void> {
  await lockUntilCommit(tx, 'changes')
  await tx.insert(changes).values({ tags })
  await tx.execute(sql`select pg_notify(${changesChannel}, '')`)
}
