import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm'
import { pickFields, type StoryRowText, storyFieldNames } from '#contract/story-fields.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { fixedLimit, prepared } from '#platform/db/prepared.ts'
import { users } from '#platform/db/tables/accounts.ts'
import {
  contentSlugs,
  contents,
  publications,
  revisions,
  type WorkingCopyRow,
  workingCopies,
} from '#platform/db/tables/stories.ts'

/** A deleted publication is none, also before the job has taken its stories out of it. */
const presentPublication = sql<string | null>`(
  select present.id from ${publications} as present where present.id = publication_id and present.deleted_at is null)`
const storedColumns = { ...getTableColumns(contents), publicationId: presentPublication }
const workingCopyColumns = { ...getTableColumns(workingCopies), publicationId: presentPublication }

type NewStoryRow = typeof contents.$inferInsert
export type StoredStory = typeof contents.$inferSelect

const storyForUpdate = prepared('story for update', (tx, isDeleted: boolean) => {
  const isDeletedSince = sql`${contents.deletedAt} > ${sql.placeholder('since')}::timestamptz`
  return tx
    .select(storedColumns)
    .from(contents)
    .where(and(eq(contents.id, sql.placeholder('id')), isDeleted ? isDeletedSince : isNull(contents.deletedAt)))
    .for('update')
})

/** Locks the story until the transaction ends; undefined if it is deleted, or was not deleted after `deletedSince`. */
export async function findStoryForUpdate(
  tx: Db,
  id: string,
  { deletedSince }: { deletedSince?: Date } = {},
): Promise<StoredStory | undefined> {
  const [row] = await storyForUpdate(tx, deletedSince !== undefined).execute({ id, since: deletedSince?.toISOString() })
  return row
}

/** Deleted ones too. */
export async function findStory(db: Db, id: string): Promise<StoredStory | undefined> {
  const [row] = await db.select(storedColumns).from(contents).where(eq(contents.id, id))
  return row
}

/** The author's story of this key, unless it is deleted. */
export async function findByDraftKey(db: Db, authorId: string, draftKey: string): Promise<StoredStory | undefined> {
  const isOfKey = and(eq(contents.authorId, authorId), eq(contents.draftKey, draftKey))
  const [row] = await db
    .select(storedColumns)
    .from(contents)
    .where(and(isOfKey, isNull(contents.deletedAt)))
  return row
}

/** The id of the story that has or had a slug. */
export async function findSlugHolder(db: Db, slug: string): Promise<string | undefined> {
  const [row] = await db.select().from(contentSlugs).where(eq(contentSlugs.slug, slug))
  return row?.contentId
}

/** Every slug that a story has or had. */
export async function listSlugs(db: Db, contentId: string): Promise<string[]> {
  const rows = await db.select().from(contentSlugs).where(eq(contentSlugs.contentId, contentId))
  return rows.map(({ slug }) => slug)
}

/** Claims the first of these slugs that no other story has or had. */
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
    if ((await findSlugHolder(tx, slug)) === contentId) return slug
  }
  return undefined
}

export async function insertStory(tx: Db, row: NewStoryRow): Promise<void> {
  await tx.insert(contents).values(row)
}

export async function markStory(tx: Db, id: string, change: Partial<NewStoryRow>): Promise<void> {
  await tx.update(contents).set(change).where(eq(contents.id, id))
}

/** The ids of stories that are due to be published, in order, after a given id; not those of suspended writers. */
export async function listDue(
  db: Db,
  now: Date,
  { after, limit, isAdmitted }: { after: string | undefined; limit: number; isAdmitted: SQL | undefined },
): Promise<string[]> {
  const isDue = and(isNotNull(contents.publishAt), lte(contents.publishAt, now), isNull(contents.deletedAt))
  const rows = await db
    .select({ id: contents.id })
    .from(contents)
    .leftJoin(users, eq(users.id, contents.authorId))
    .where(and(isDue, isNull(users.suspendedAt), isAdmitted, after ? gt(contents.id, after) : undefined))
    .orderBy(asc(contents.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Deletes for good stories that were deleted before a time, with everything that references them. @returns how many. */
export async function deleteDeletedBefore(db: Db, time: Date, limit: number): Promise<number> {
  const isOld = and(isNotNull(contents.deletedAt), lt(contents.deletedAt, time))
  const old = db.select({ id: contents.id }).from(contents).where(isOld).limit(limit)
  // Checked again on the row that is deleted: the delete may have waited, and the story may have been restored in the
  // meantime.
  const gone = await db
    .delete(contents)
    .where(and(inArray(contents.id, old), isOld))
    .returning({ id: contents.id })
  return gone.length
}

/** Stories shown under their account's name, drafts too, in batches by id. */
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

const workingCopy = prepared('working copy', (db) =>
  db
    .select(workingCopyColumns)
    .from(workingCopies)
    .where(eq(workingCopies.contentId, sql.placeholder('contentId'))),
)

export async function findWorkingCopy(db: Db, contentId: string): Promise<WorkingCopyRow | undefined> {
  const [row] = await workingCopy(db).execute({ contentId })
  return row
}

export async function putWorkingCopy(tx: Db, row: WorkingCopyRow): Promise<void> {
  await tx.insert(workingCopies).values(row).onConflictDoUpdate({ target: workingCopies.contentId, set: row })
}

export async function deleteWorkingCopy(tx: Db, contentId: string): Promise<void> {
  await tx.delete(workingCopies).where(eq(workingCopies.contentId, contentId))
}

/** A version of a story as it is kept; `authorId`: its writer. */
type Kept = Pick<typeof revisions.$inferInsert, 'contentId' | 'version' | 'kind' | 'authorId'> & {
  text: StoryRowText & { wordCount: number }
  at: Date
}

/** With one autosave in ten minutes, this is more than eighty hours of typing. */
const savesMost = 500

/**
 * Stores a version once; a later discard only marks it. Deletes old saves beyond the newest: published, discarded and
 * restored versions stay.
 */
export async function saveRevision(tx: Db, { text, at, ...kept }: Kept): Promise<void> {
  const { contentId, kind } = kept
  await tx
    .insert(revisions)
    .values({ ...kept, id: newId(at), createdAt: at, ...pickFields(text, [...storyFieldNames, 'wordCount']) })
    .onConflictDoUpdate({
      target: [revisions.contentId, revisions.version],
      set: { kind: sql`excluded.kind` },
      setWhere: sql`excluded.kind = 'discard'`,
    })
  if (kind !== 'save') return
  await tx.execute(sql`
    delete from ${revisions} where ${revisions.contentId} = ${contentId} and ${revisions.kind} = 'save'
      and ${revisions.version} < (
        select version from revisions where content_id = ${contentId} order by version desc offset ${savesMost} limit 1)`)
}

const newestRevision = prepared('newest revision', (db) =>
  db
    .select({ version: revisions.version, createdAt: revisions.createdAt })
    .from(revisions)
    .where(eq(revisions.contentId, sql.placeholder('contentId')))
    .orderBy(desc(revisions.version))
    .limit(fixedLimit(1)),
)

export async function findNewestRevision(
  db: Db,
  contentId: string,
): Promise<{ version: number; createdAt: Date } | undefined> {
  const [row] = await newestRevision(db).execute({ contentId })
  return row
}
