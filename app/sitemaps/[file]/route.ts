import { orFailure } from '#lib/seo/answer-failure.ts'
import { sitemapPart } from '#lib/seo/sitemap.ts'

export async function GET(_: Request, context: RouteContext<'/sitemaps/[file]'>): Promise<Response> {
  const { file } = await context.params
  return orFailure(async () => {
    const part = file.endsWith('.xml') ? await sitemapPart(file.slice(0, -4)) : undefined
    return part ?? new Response('Not found.\n', { status: 404 })
  })
}
