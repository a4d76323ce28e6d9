import { getArticle } from '#lib/api/contents.ts'
import { markdownCopy } from '#lib/seo/markdown-copy.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'

// next.config.mjs rewrites /article/{slug}.md to this address.
export async function GET(_: Request, context: RouteContext<'/markdown/[slug]'>): Promise<Response> {
  const { slug } = await context.params
  return withFailureAnswer(async () => {
    const text = markdownCopy(await getArticle(slug))
    // A copy for programs: search engines keep to the page itself.
    return new Response(text, {
      headers: { 'content-type': 'text/markdown; charset=utf-8', 'x-robots-tag': 'noindex' },
    })
  })
}
