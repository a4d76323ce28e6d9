import type { Actor, SignedInContext } from '#platform/context.ts'
import { isId } from '#platform/db/id.ts'
import { type Page, pageOf } from '#platform/db/paging.ts'
import { notFound, Problem } from '#platform/problem.ts'
import * as repository from './repository.ts'
import { decodeBookmarkCursor, encodeBookmarkCursor, type Order } from './repository.ts'

export type { BookmarkRow } from './repository.ts'

/** Called after a story was saved, for rooms above this one. */
export type OnBookmarked = (ctx: SignedInContext) => Promise<void>

type Pair = { userId: string; articleId: string }
type Wanted = { cursor?: string | undefined; limit: number; search?: string | undefined; order: Order }

/** False for any unknown story. @throws Problem `not_found` for someone else's list. */
export async function isBookmarked(ctx: SignedInContext, { userId, articleId }: Pair): Promise<boolean> {
  refuseOthers(ctx, userId)
  return isId(articleId) && (await repository.isSaved(ctx.db, userId, articleId))
}

/** @throws Problem `not_found` for someone else's and for a story that is not published. */
export async function addBookmark(
  ctx: SignedInContext,
  { userId, articleId }: Pair,
  onBookmarked: OnBookmarked,
): Promise<void> {
  refuseOthers(ctx, userId)
  await ctx.limits.take('bookmark', ctx.actor.id)
  const isThere = isId(articleId) && (await repository.insertBookmark(ctx.db, userId, articleId, ctx.now()))
  if (!isThere) throw notFound('story')
  await onBookmarked(ctx)
}

/** @throws Problem `not_found` for someone else's. */
export async function removeBookmark(ctx: SignedInContext, { userId, articleId }: Pair): Promise<void> {
  refuseOthers(ctx, userId)
  if (isId(articleId)) await repository.deleteBookmark(ctx.db, userId, articleId)
}

/** @throws Problem `not_found` for someone else's, `bad_request` for a cursor of another list. */
export async function listBookmarks(
  ctx: SignedInContext,
  userId: string,
  { cursor, limit, search = '', order }: Wanted,
): Promise<Page<repository.BookmarkRow>> {
  refuseOthers(ctx, userId)
  const after = decodeBookmarkCursor(order, cursor)
  return pageOf(
    limit,
    (limit) => repository.listBookmarks(ctx.db, userId, { order, after, search: search.trim(), limit }),
    (last) => encodeBookmarkCursor(order, last),
  )
}

function refuseOthers(ctx: SignedInContext, userId: string): void {
  if (isId(userId) && canSeeBookmarksOf(ctx.actor, userId)) return
  throw new Problem('not_found', { detail: 'We can’t find saved stories for this person.' })
}

/** Only the reader and administrators may see what a reader has saved. */
function canSeeBookmarksOf(actor: Actor, userId: string): boolean {
  return actor.role === 'admin' || actor.id === userId.toLowerCase()
}
