import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import { pageOf } from '#platform/db/paging.ts'
import { decodeStoryCursor, encodeStoryCursor } from '../read/cursor.ts'
import * as repository from './sitemap-repository.ts'

type Page = { cursor?: string | undefined; until?: string | undefined; limit: number }

/** Published stories, oldest first: new ones come at the end, so that the files before it stay as they are. */
export async function listSitemap(ctx: Context, { cursor, until, limit }: Page) {
  ctx.shows([tags.sitemap])
  const run = { after: decodeStoryCursor(cursor), until: decodeStoryCursor(until, 'until') }
  return pageOf(limit, (limit) => repository.listSitemapEntries(ctx.db, { ...run, limit }), encodeStoryCursor)
}
