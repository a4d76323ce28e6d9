import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { pickFields, type StoryRowText, storyFieldNames } from '#contract/story-fields.ts'
import type { Db } from '#platform/db/client.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { revisions } from '#platform/db/tables/stories.ts'

export type NewRevision = typeof revisions.$inferInsert
const lineColumns = {
  id: revisions.id,
  version: revisions.version,
  kind: revisions.kind,
  title: revisions.title,
  wordCount: revisions.wordCount,
  createdAt: revisions.createdAt,
  authorName: users.name,
}
const wholeColumns = { ...lineColumns, ...pickFields(revisions, storyFieldNames) }

type LineColumn = Exclude<keyof typeof lineColumns, 'authorName'>
export type RevisionLine = Pick<typeof revisions.$inferSelect, LineColumn> & { authorName: string | null }
export type RevisionRow = RevisionLine & StoryRowText

/** Stores a version once; a later discard only marks it. */
export async function insertRevision(tx: Db, row: NewRevision): Promise<void> {
  await tx
    .insert(revisions)
    .values(row)
    .onConflictDoUpdate({
      target: [revisions.contentId, revisions.version],
      set: { kind: sql`excluded.kind` },
      setWhere: sql`excluded.kind = 'discard'`,
    })
}

export async function findNewestRevision(
  db: Db,
  contentId: string,
): Promise<{ version: number; createdAt: Date } | undefined> {
  const [row] = await db
    .select({ version: revisions.version, createdAt: revisions.createdAt })
    .from(revisions)
    .where(eq(revisions.contentId, contentId))
    .orderBy(desc(revisions.version))
    .limit(1)
  return row
}

/** Newest first; those before a version. */
export async function listRevisions(
  db: Db,
  contentId: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<RevisionLine[]> {
  const isBefore = before === undefined ? undefined : lt(revisions.version, before)
  return db
    .select(lineColumns)
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.authorId))
    .where(and(eq(revisions.contentId, contentId), isBefore))
    .orderBy(desc(revisions.version))
    .limit(limit)
}

export async function findRevision(db: Db, contentId: string, id: string): Promise<RevisionRow | undefined> {
  const [row] = await db
    .select(wholeColumns)
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.authorId))
    .where(and(eq(revisions.contentId, contentId), eq(revisions.id, id)))
  return row
}

/** Deletes old saves only: published, discarded and restored versions stay. */
export async function deleteOldSaves(tx: Db, contentId: string, keep: number): Promise<void> {
  await tx.execute(sql`
    delete from ${revisions} where ${revisions.contentId} = ${contentId} and ${revisions.kind} = 'save'
      and ${revisions.version} < (
        select version from revisions where content_id = ${contentId} order by version desc offset ${keep} limit 1)`)
}
