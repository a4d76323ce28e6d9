import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { isDatabaseTime } from '#platform/db/is-database-time.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { bookmarks, contents, publications } from '#platform/db/tables/stories.ts'
import { type CardRow, cardColumns } from '../display/card-columns.ts'

/** `key`: what the list is ordered by, as a cursor writes it. */
export type BookmarkRow = CardRow & { savedAt: Date; key: string }
type Page = {
  order: Order
  after?: Position | undefined
  limit: number
  /** A part of the title, the subtitle or the author's name; empty for all. */
  search: string
}

const isPublished = sql`not ${contents.isDraft} and ${contents.deletedAt} is null`
// A cursor has no room for more.
const titleKey = sql`lower(left(${contents.title}, 200))`
const milliseconds = (time: SQL | typeof contents.publishedAt | typeof bookmarks.createdAt) =>
  sql<string>`(extract(epoch from ${time}) * 1000)::bigint::text`
const asTime = (key: string) => sql`${new Date(Number(key)).toISOString()}::timestamptz`

const orders: Record<Order, { by: SQL; direction: SQL; key: SQL<string>; read: (key: string) => SQL }> = {
  saved: {
    by: sql`${bookmarks.createdAt}`,
    direction: sql`desc`,
    key: milliseconds(bookmarks.createdAt),
    read: asTime,
  },
  published: {
    // No index serves an expression: by the bare column the planner walks through all published stories, newest first, for
    // the few that are among this person's.
    by: sql`(${contents.publishedAt} + interval '0')`,
    direction: sql`desc`,
    key: milliseconds(contents.publishedAt),
    read: asTime,
  },
  title: { by: titleKey, direction: sql`asc`, key: sql<string>`${titleKey}`, read: (key) => sql`${key}::text` },
}

export async function isSaved(db: Db, userId: string, contentId: string): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(bookmarks)
    .where(and(eq(bookmarks.userId, userId), eq(bookmarks.contentId, contentId)))
  return rows.length > 0
}

/** @returns whether the person and the published story exist; a story already saved stays as it was. */
export async function insertBookmark(db: Db, userId: string, contentId: string, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with both_there as (
      select ${users.id} as user_id, ${contents.id} as content_id from ${users}, ${contents}
      where ${users.id} = ${userId} and ${contents.id} = ${contentId} and ${isPublished}
    ), added as (
      insert into bookmarks (user_id, content_id, created_at)
      select user_id, content_id, ${now.toISOString()}::timestamptz from both_there on conflict do nothing
    )
    select 1 from both_there`)
  return rows.length > 0
}

export async function deleteBookmark(db: Db, userId: string, contentId: string): Promise<void> {
  await db.delete(bookmarks).where(and(eq(bookmarks.userId, userId), eq(bookmarks.contentId, contentId)))
}

/** Published stories only; one that is published again appears again. */
export async function listBookmarks(db: Db, userId: string, page: Page): Promise<BookmarkRow[]> {
  const { by, direction, key, read } = orders[page.order]
  const comparison = page.order === 'title' ? sql`>` : sql`<`
  const { after } = page
  return db
    .select({ ...cardColumns, savedAt: bookmarks.createdAt, key })
    .from(bookmarks)
    .innerJoin(contents, eq(contents.id, bookmarks.contentId))
    .leftJoin(users, eq(users.id, contents.authorId))
    .leftJoin(publications, eq(publications.id, contents.publicationId))
    .where(
      and(
        eq(bookmarks.userId, userId),
        isPublished,
        page.search ? contains(page.search) : undefined,
        after && sql`(${by}, ${bookmarks.contentId}) ${comparison} (${read(after.key)}, ${after.id}::uuid)`,
      ),
    )
    .orderBy(sql`${by} ${direction}`, sql`${bookmarks.contentId} ${direction}`)
    .limit(page.limit)
}

function contains(search: string): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const author = sql`coalesce(${contents.authorName}, ${users.name})`
  return sql`(${contents.title} ilike ${pattern} or ${contents.subTitle} ilike ${pattern} or ${author} ilike ${pattern})`
}

export type Order = 'saved' | 'published' | 'title'

/** A place in a list of one order: what it is ordered by (a time in milliseconds, or a title), and the story's id. */
type Position = { key: string; id: string }

export function encodeBookmarkCursor(order: Order, { key, id }: Position): string {
  return encodeCursor(`${order}.${id}.${key}`)
}

/** @throws Problem `bad_request` for anything that encodeBookmarkCursor did not write for this order. */
export function decodeBookmarkCursor(order: Order, cursor: string | undefined): Position | undefined {
  return decodeCursor(cursor, (text) => {
    const [, writtenFor, id = '', key = ''] = text.match(/^(\w+)\.([^.]*)\.(.*)$/s) ?? []
    const isTime = /^-?\d{1,15}$/.test(key) && isDatabaseTime(Number(key))
    const isOfOrder = writtenFor === order && isId(id) && (order === 'title' ? !key.includes('\0') : isTime)
    return isOfOrder ? { key, id } : undefined
  })
}
