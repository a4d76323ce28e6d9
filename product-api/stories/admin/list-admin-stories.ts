import { and, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { listUserIdsByName } from '#accounts/users.ts'
import { pickFields } from '#contract/story-fields.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { hasWords, listIdsOfAny, wordsOf } from '#platform/db/match-words.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf, type TimePlace } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { contents } from '#platform/db/tables/stories.ts'
import { slugInAddress } from '../load-story.ts'
import { findSlugHolder } from '../write/repository.ts'

type AdminStoryState = 'all' | 'published' | 'draft' | 'planned' | 'deleted'
type Wanted = { query?: string | undefined; state: AdminStoryState; cursor?: string | undefined; limit: number }

const authorsMost = 20
const searched = sql`(' ' || lower(${contents.title}) || ' ' || lower(coalesce(${contents.authorName}, '')))`
const latestChange = [desc(contents.updatedAt), desc(contents.id)] as const

const states: Record<AdminStoryState, SQL | undefined> = {
  all: undefined,
  published: sql`not ${contents.isDraft} and ${contents.deletedAt} is null`,
  draft: sql`${contents.isDraft} and ${contents.deletedAt} is null`,
  planned: and(isNotNull(contents.publishAt), isNull(contents.deletedAt)),
  deleted: isNotNull(contents.deletedAt),
}

const times = ['updatedAt', 'publishedAt', 'publishAt', 'deletedAt'] as const
const columns = {
  ...pickFields(contents, ['id', 'slug', 'title', 'authorId', 'isDraft', ...times]),
  authorName: sql<string | null>`coalesce(${contents.authorName}, ${users.name})`,
}
export type AdminStoryRow = Awaited<ReturnType<typeof listByIds>>[number]

/**
 * Lists stories in any state, for administrators; the route checks that. The newest change first.
 * @throws Problem `bad_request` for a cursor of another list.
 */
export async function listAdminStories(
  { db }: Pick<SignedInContext, 'db'>,
  { query = '', state, cursor, limit }: Wanted,
): Promise<Page<AdminStoryRow>> {
  const after = decodeTimeCursor(cursor)
  const sought = await conditionsFor(db, query.trim())
  const read = async (limit: number) => {
    const newestIds = (condition: SQL | undefined) =>
      db
        .select({ id: contents.id })
        .from(contents)
        .where(and(condition, states[state], after && isBefore(after)))
        .orderBy(...latestChange)
        .limit(limit)
    const rows = await listByIds(db, await listIdsOfAny(db, sought.map(newestIds)))
    return rows.slice(0, limit)
  }
  return pageOf(limit, read, ({ updatedAt, id }) => encodeTimeCursor({ at: updatedAt, id }))
}

/** Any of these: the words in the title or the written name, one of the authors, the story itself. */
async function conditionsFor(db: Db, query: string): Promise<(SQL | undefined)[]> {
  if (query === '') return [undefined]
  const words = wordsOf(query)
  // One after the other: the embedded database has one session.
  const storyId = await findSlugHolder(db, slugInAddress(query))
  const authorIds = words.length > 0 ? await listUserIdsByName(db, words, authorsMost) : []
  return [
    ...(words.length > 0 ? [hasWords(searched, words)] : []),
    // An author at a time: each walks an index of its own and stops after a page.
    ...authorIds.map((id) => eq(contents.authorId, id)),
    ...(storyId ? [eq(contents.id, storyId)] : []),
  ]
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
