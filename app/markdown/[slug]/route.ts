import { decodedParam } from '#app/route-params.ts'
import { filePaths } from '#contract/file-paths.ts'
import { getStory } from '#lib/api/stories.ts'
import { movedPermanently } from '#lib/renderer/render-context.ts'
import { markdownCopy } from '#lib/seo/markdown-copy.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'

// next.config.mjs rewrites /article/{slug}.md to this address.
export async function GET(_: Request, context: RouteContext<'/markdown/[slug]'>): Promise<Response> {
  const slug = decodedParam((await context.params).slug)
  return withFailureAnswer(async () => {
    const story = await getStory(slug)
    if (story.slug !== slug) movedPermanently(filePaths.articleMarkdown(story.slug))
    // A copy for programs: search engines keep to the page itself.
    return new Response(markdownCopy(story), {
      headers: { 'content-type': 'text/markdown; charset=utf-8', 'x-robots-tag': 'noindex' },
    })
  })
}
