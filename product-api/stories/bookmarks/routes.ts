import { type Bookmark, bookmarks } from '#contract/bookmarks.ts'
import type { Actor } from '#platform/context.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { presentListed } from '../display/present.ts'
import {
  addBookmark,
  type BookmarkRow,
  isBookmarked,
  listBookmarks,
  type OnBookmarked,
  removeBookmark,
} from './bookmarks.ts'

export function bookmarkRoutes(api: Api, { onBookmarked }: { onBookmarked: OnBookmarked }): void {
  endpoint(api, bookmarks.check, async (ctx, { params }) => ({ bookmarked: await isBookmarked(ctx, params) }))
  endpoint(api, bookmarks.add, async (ctx, { body }) => {
    await addBookmark(ctx, body, onBookmarked)
    return { ...body, bookmarked: true }
  })
  endpoint(api, bookmarks.remove, async (ctx, { params }) => {
    await removeBookmark(ctx, params)
    return { ...params, bookmarked: false }
  })
  endpoint(api, bookmarks.ofUser, async (ctx, call) => {
    const { rows, nextCursor } = await listBookmarks(ctx, call.params.userId, call.query)
    if (nextCursor) linkNext(call, ['limit', 'search', 'order'], nextCursor)
    return rows.map((row) => presentBookmark(row, ctx.actor))
  })
}

function presentBookmark(row: BookmarkRow, actor: Actor): Bookmark {
  return { ...presentListed(row, actor), articleId: row.id, saved_at: row.savedAt.toISOString() }
}
