import { sitemapPart } from '#lib/seo/sitemap.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'

export async function GET(_: Request, context: RouteContext<'/sitemaps/[file]'>): Promise<Response> {
  const { file } = await context.params
  return withFailureAnswer(async () => {
    const part = file.endsWith('.xml') ? await sitemapPart(file.slice(0, -4)) : undefined
    return part ?? new Response('Not found.\n', { status: 404 })
  })
}
