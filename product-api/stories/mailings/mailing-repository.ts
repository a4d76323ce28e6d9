import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { type MailingRow, storyMailings } from '#platform/db/tables/newsletters.ts'

export async function findMailing(db: Db, contentId: string): Promise<MailingRow | undefined> {
  const [row] = await db.select().from(storyMailings).where(eq(storyMailings.contentId, contentId))
  return row
}

/** Held until the transaction ends: of two decisions at the same time the second sees the first. */
export async function findMailingForUpdate(tx: Db, contentId: string): Promise<MailingRow | undefined> {
  const [row] = await tx.select().from(storyMailings).where(eq(storyMailings.contentId, contentId)).for('update')
  return row
}

/** In place of what was decided before. */
export async function putMailing(tx: Db, row: typeof storyMailings.$inferInsert): Promise<void> {
  const { contentId: _, ...set } = row
  await tx.insert(storyMailings).values(row).onConflictDoUpdate({ target: storyMailings.contentId, set })
}

export async function markMailing(
  tx: Db,
  contentId: string,
  change: Partial<Omit<MailingRow, 'contentId'>>,
): Promise<void> {
  await tx.update(storyMailings).set(change).where(eq(storyMailings.contentId, contentId))
}

/** As if no administrator had decided: nothing came of it. */
export function holdAgain(db: Db, contentId: string): Promise<void> {
  return markMailing(db, contentId, { state: 'held', mailedOn: null, decidedAt: null, decidedBy: null })
}

/** Unless an administrator has decided. */
export async function deleteUndecided(tx: Db, contentId: string): Promise<void> {
  await tx.delete(storyMailings).where(and(eq(storyMailings.contentId, contentId), isNull(storyMailings.decidedAt)))
}
