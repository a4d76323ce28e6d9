import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import { decodeCursor, encodeCursor } from '../read/cursor.ts'
import * as repository from './sitemap-repository.ts'

type Page = { cursor?: string | undefined; until?: string | undefined; limit: number }

/** Published stories, oldest first: new ones come at the end, so that the files before it stay as they are. */
export async function listSitemap(ctx: Context, { cursor, until, limit }: Page) {
  ctx.shows([tags.sitemap])
  const rows = await repository.listSitemapEntries(ctx.db, {
    after: cursor ? decodeCursor(cursor) : undefined,
    until: until ? decodeCursor(until, 'until') : undefined,
    limit: limit + 1,
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { entries: rows.slice(0, limit), nextCursor: last && encodeCursor(last) }
}
