import { orFailure } from '#lib/seo/answer-failure.ts'
import { sitemapIndex } from '#lib/seo/sitemap.ts'

export const dynamic = 'force-dynamic'

export function GET(): Promise<Response> {
  return orFailure(sitemapIndex)
}
