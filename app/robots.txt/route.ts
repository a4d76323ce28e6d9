import { paths } from '#contract/paths.ts'
import { absolute } from '#lib/seo/site.ts'
import { noteTags } from '#lib/web-server/render-context.ts'

export const dynamic = 'force-dynamic'

export function GET(): Response {
  noteTags(['site'])
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /search',
    '',
    `Sitemap: ${absolute(paths.sitemapIndex)}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
