import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { decodeCursor, encodeCursor, isDatabaseTime, type Page, pageOf } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { bookmarks, contents, publications } from '#platform/db/tables/stories.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { type CardRow, cardColumns, isItsPublication } from '../display/card-columns.ts'

/** Called after a story was saved, for rooms above this one. */
export type OnBookmarked = (ctx: SignedInContext) => Promise<void>

type Order = 'saved' | 'published' | 'title'
/** `search`: a part of the title, the subtitle or the author's name. */
type Wanted = { cursor?: string | undefined; limit: number; search?: string | undefined; order: Order }
/** A place in a list of one order: what it is ordered by (a time in milliseconds, or a title), and the story's id. */
type Position = { key: string; id: string }
/** `key`: what the list is ordered by, as a cursor writes it. */
export type BookmarkRow = CardRow & { savedAt: Date; key: string }

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

type Pair = { userId: string; articleId: string }

/** False for any unknown story. @throws Problem `not_found` for someone else's list. */
export async function isBookmarked(ctx: SignedInContext, { userId, articleId }: Pair): Promise<boolean> {
  refuseOthers(ctx, userId)
  if (!isId(articleId)) return false
  const rows = await ctx.db.select({ one: sql`1` }).from(bookmarks).where(isPair(userId, articleId))
  return rows.length > 0
}

/**
 * A story already saved stays as it was.
 * @throws Problem `not_found` for someone else's and for a story that is not published.
 */
export async function addBookmark(
  ctx: SignedInContext,
  { userId, articleId }: Pair,
  onBookmarked: OnBookmarked,
): Promise<void> {
  refuseOthers(ctx, userId)
  await ctx.limits.take('bookmark', ctx.actor.id)
  const isThere = isId(articleId) && (await insertBookmark(ctx.db, userId, articleId, ctx.now()))
  if (!isThere) throw notFound('story')
  await onBookmarked(ctx)
}

/** @throws Problem `not_found` for someone else's. */
export async function removeBookmark(ctx: SignedInContext, { userId, articleId }: Pair): Promise<void> {
  refuseOthers(ctx, userId)
  if (isId(articleId)) await ctx.db.delete(bookmarks).where(isPair(userId, articleId))
}

/**
 * Published stories only; one that is published again appears again.
 * @throws Problem `not_found` for someone else's, `bad_request` for a cursor of another list.
 */
export async function listBookmarks(
  ctx: SignedInContext,
  userId: string,
  { cursor, limit, search = '', order }: Wanted,
): Promise<Page<BookmarkRow>> {
  refuseOthers(ctx, userId)
  const after = decodeBookmarkCursor(order, cursor)
  const { by, direction, key, read } = orders[order]
  const comparison = order === 'title' ? sql`>` : sql`<`
  const isAfter = after && sql`(${by}, ${bookmarks.contentId}) ${comparison} (${read(after.key)}, ${after.id}::uuid)`
  const isFound = search.trim() ? contains(search.trim()) : undefined
  const list = (limit: number): Promise<BookmarkRow[]> =>
    ctx.db
      .select({ ...cardColumns, savedAt: bookmarks.createdAt, key })
      .from(bookmarks)
      .innerJoin(contents, eq(contents.id, bookmarks.contentId))
      .leftJoin(users, eq(users.id, contents.authorId))
      .leftJoin(publications, isItsPublication)
      .where(and(eq(bookmarks.userId, userId), isPublished, isFound, isAfter))
      .orderBy(sql`${by} ${direction}`, sql`${bookmarks.contentId} ${direction}`)
      .limit(limit)
  return pageOf(limit, list, ({ key, id }) => encodeCursor(`${order}.${id}.${key}`))
}

/** Only the reader and administrators may see what a reader has saved. */
function refuseOthers({ actor }: SignedInContext, userId: string): void {
  if (isId(userId) && (actor.role === 'admin' || actor.id === userId.toLowerCase())) return
  throw new Problem('not_found', { detail: 'We can’t find saved stories for this person.' })
}

function isPair(userId: string, contentId: string): SQL | undefined {
  return and(eq(bookmarks.userId, userId), eq(bookmarks.contentId, contentId))
}

/** @returns whether the person and the published story exist. */
async function insertBookmark(db: Db, userId: string, contentId: string, now: Date): Promise<boolean> {
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

function contains(search: string): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const author = sql`coalesce(${contents.authorName}, ${users.name})`
  return sql`(${contents.title} ilike ${pattern} or ${contents.subTitle} ilike ${pattern} or ${author} ilike ${pattern})`
}

/** @throws Problem `bad_request` for a cursor of another order. */
function decodeBookmarkCursor(order: Order, cursor: string | undefined): Position | undefined {
  return decodeCursor(cursor, (text) => {
    const [, writtenFor, id = '', key = ''] = text.match(/^(\w+)\.([^.]*)\.(.*)$/s) ?? []
    const isTime = /^-?\d{1,15}$/.test(key) && isDatabaseTime(Number(key))
    const isOfOrder = writtenFor === order && isId(id) && (order === 'title' ? !key.includes('\0') : isTime)
    return isOfOrder ? { key, id } : undefined
  })
}
