import { and, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { listIdsOfAny } from '#platform/db/list-ids-of-any.ts'
import { hasWords } from '#platform/db/match-words.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { contents } from '#platform/db/tables/stories.ts'

export type AdminStoryState = 'all' | 'published' | 'draft' | 'planned' | 'deleted'
type Wanted = { state: AdminStoryState; after: TimePlace | undefined; limit: number }
/** Any of these: the words in the title or the written name, one of the authors, the story itself. */
export type Sought = { words: readonly string[]; authorIds: readonly string[]; storyId: string | undefined }

const searched = sql`(' ' || lower(${contents.title}) || ' ' || lower(coalesce(${contents.authorName}, '')))`
const latestChange = [desc(contents.updatedAt), desc(contents.id)] as const

const states: Record<AdminStoryState, SQL | undefined> = {
  all: undefined,
  published: sql`not ${contents.isDraft} and ${contents.deletedAt} is null`,
  draft: sql`${contents.isDraft} and ${contents.deletedAt} is null`,
  planned: and(isNotNull(contents.publishAt), isNull(contents.deletedAt)),
  deleted: isNotNull(contents.deletedAt),
}

const columns = {
  id: contents.id,
  slug: contents.slug,
  title: contents.title,
  authorId: contents.authorId,
  authorName: sql<string | null>`coalesce(${contents.authorName}, ${users.name})`,
  isDraft: contents.isDraft,
  updatedAt: contents.updatedAt,
  publishedAt: contents.publishedAt,
  publishAt: contents.publishAt,
  deletedAt: contents.deletedAt,
}
export type AdminStoryRow = Awaited<ReturnType<typeof listByIds>>[number]

/** The newest change first; all stories if there is no search. */
export async function listAdminStories(db: Db, sought: Sought | undefined, wanted: Wanted): Promise<AdminStoryRow[]> {
  const ids = await listIdsOfAny(db, sought ? idsOf(db, sought, wanted) : [newestIds(db, undefined, wanted)])
  const rows = await listByIds(db, ids)
  return rows.slice(0, wanted.limit)
}

function idsOf(db: Db, { words, authorIds, storyId }: Sought, wanted: Wanted) {
  return [
    ...(words.length > 0 ? [hasWords(searched, words)] : []),
    // An author at a time: each walks an index of its own and stops after a page.
    ...authorIds.map((id) => eq(contents.authorId, id)),
    ...(storyId ? [eq(contents.id, storyId)] : []),
  ].map((condition) => newestIds(db, condition, wanted))
}

function newestIds(db: Db, condition: SQL | undefined, { state, after, limit }: Wanted) {
  return db
    .select({ id: contents.id })
    .from(contents)
    .where(and(condition, states[state], after && isBefore(after)))
    .orderBy(...latestChange)
    .limit(limit)
}

function listByIds(db: Db, ids: string[]) {
  return db
    .select(columns)
    .from(contents)
    .leftJoin(users, eq(users.id, contents.authorId))
    .where(inArray(contents.id, ids))
    .orderBy(...latestChange)
}

function isBefore({ at, id }: TimePlace): SQL | undefined {
  return or(lt(contents.updatedAt, at), and(eq(contents.updatedAt, at), lt(contents.id, id)))
}
