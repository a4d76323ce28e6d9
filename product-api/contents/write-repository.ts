import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { contentSlugs } from '../db/tables/content-slugs.ts'
import { contents } from '../db/tables/contents.ts'

type NewContentRow = typeof contents.$inferInsert
export type StoredContent = typeof contents.$inferSelect

/** Held until the transaction ends; undefined for a deleted one. */
export async function findContentForUpdate(tx: Db, id: string): Promise<StoredContent | undefined> {
  const [row] = await tx
    .select()
    .from(contents)
    .where(and(eq(contents.id, id), isNull(contents.deletedAt)))
    .for('update')
  return row
}

/** The first of these slugs that no story has or had, now this story's; its own old ones count as free. */
export async function claimSlug(
  tx: Db,
  contentId: string,
  candidates: string[],
  now: Date,
): Promise<string | undefined> {
  for (const slug of candidates) {
    const [claimed] = await tx
      .insert(contentSlugs)
      .values({ slug, contentId, createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (claimed) return slug
    const [holder] = await tx.select().from(contentSlugs).where(eq(contentSlugs.slug, slug))
    if (holder?.contentId === contentId) return slug
  }
  return undefined
}

export async function insertContent(tx: Db, row: NewContentRow): Promise<void> {
  await tx.insert(contents).values(row)
}

export async function markContent(tx: Db, id: string, change: Partial<NewContentRow>): Promise<void> {
  await tx.update(contents).set(change).where(eq(contents.id, id))
}

export async function markDeleted(tx: Db, id: string, now: Date): Promise<void> {
  await tx.update(contents).set({ deletedAt: now }).where(eq(contents.id, id))
}

/** The stories that carry their account's name, drafts too, in batches by id. */
export async function listIdsUnderAccountName(
  db: Db,
  authorId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const isUnderAccountName = and(
    eq(contents.authorId, authorId),
    isNull(contents.authorName),
    isNull(contents.deletedAt),
  )
  const rows = await db
    .select({ id: contents.id })
    .from(contents)
    .where(and(isUnderAccountName, gt(contents.id, after)))
    .orderBy(asc(contents.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
