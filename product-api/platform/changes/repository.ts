import { asc, desc, gt, lt, sql } from 'drizzle-orm'
import { lockUntilCommit } from '../db/advisory-locks.ts'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { changes } from '../db/tables/platform.ts'

export const changesChannel = 'bytewise_changes'

/**
 * Writes one change. The lock is held until the commit, so that ids grow in the order in which readers can see them: a
 * reader that has seen one never finds a smaller one later.
 */
export async function insertChange(tx: Db, tags: string[]): Promise<void> {
  await lockUntilCommit(tx, 'changes')
  await tx.insert(changes).values({ tags })
  await tx.execute(sql`select pg_notify(${changesChannel}, '')`)
}

/** What came after a change, oldest first. */
export async function listChangesAfter(db: Db, id: number, limit: number) {
  return db
    .select({ id: changes.id, tags: changes.tags })
    .from(changes)
    .where(gt(changes.id, id))
    .orderBy(asc(changes.id))
    .limit(limit)
}

/** The ids that are kept; both are 0 if nothing was ever written. */
export async function findChangeBounds(db: Db): Promise<{ oldest: number; newest: number }> {
  const [newest] = await db.select({ id: changes.id }).from(changes).orderBy(desc(changes.id)).limit(1)
  const [oldest] = await db.select({ id: changes.id }).from(changes).orderBy(asc(changes.id)).limit(1)
  return { oldest: oldest?.id ?? 0, newest: newest?.id ?? 0 }
}

/** The newest change always stays: it says how far the feed had come. */
export async function deleteOldChanges(db: Db, keep: number): Promise<void> {
  const { newest } = await findChangeBounds(db)
  await deleteInBatches(db, changes, lt(changes.id, newest - keep + 1))
}
