import { filePaths } from '#contract/file-paths.ts'
import { tags } from '#contract/tags.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { absolute } from '#lib/seo/site.ts'

export const dynamic = 'force-dynamic'

/** A page that is `noindex` is not forbidden here: a crawler that may not open it never reads that. */
export function GET(): Response {
  noteTags([tags.site])
  const lines = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${absolute(filePaths.sitemapIndex)}`, '']
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
