import { reads } from '#contract/reads.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { adminStoryRoutes } from './admin/routes.ts'
import type { OnBookmarked } from './bookmarks/bookmarks.ts'
import { bookmarkRoutes } from './bookmarks/routes.ts'
import { readingRoutes } from './display/routes.ts'
import { publicationRoutes } from './publications/routes.ts'
import { addReads } from './read-counts/read-counts.ts'
import { searchRoutes } from './search/routes.ts'
import { writingRoutes } from './write/routes.ts'

/** The calls about stories: reading, writing, searching, saving them, and publications. */
export function storyRoutes(api: Api, { onBookmarked }: { onBookmarked: OnBookmarked }): void {
  // First: `/contents/search` and `/contents/reads` would be taken for a story's slug.
  searchRoutes(api)
  endpoint(api, reads.report, async (ctx, { body }) => ({ stories: await addReads(ctx, body) }))
  readingRoutes(api)
  writingRoutes(api)
  adminStoryRoutes(api)
  bookmarkRoutes(api, { onBookmarked })
  publicationRoutes(api)
}
