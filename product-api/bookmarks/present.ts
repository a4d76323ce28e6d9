import type { Bookmark } from '#contract/bookmarks.ts'
import { presentListed } from '../contents/present.ts'
import type { Actor } from '../context.ts'
import type { BookmarkRow } from './repository.ts'

export function presentBookmark(row: BookmarkRow, actor: Actor): Bookmark {
  return { ...presentListed(row, actor), articleId: row.id, saved_at: row.savedAt.toISOString() }
}
