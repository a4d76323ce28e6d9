import type { Bookmark } from '#contract/bookmarks.ts'
import type { Actor } from '#platform/context.ts'
import { presentListed } from '../read/present.ts'
import type { BookmarkRow } from './repository.ts'

export function presentBookmark(row: BookmarkRow, actor: Actor): Bookmark {
  return { ...presentListed(row, actor), articleId: row.id, saved_at: row.savedAt.toISOString() }
}
