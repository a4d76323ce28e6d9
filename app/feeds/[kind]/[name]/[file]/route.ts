import { type FeedFormat, feedFormats } from '#contract/paths.ts'
import { feedOf, makeFeed } from '#lib/seo/feed.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'

// next.config.mjs rewrites the public addresses (/feed.xml, /articles/fiction/atom.xml, …) to this one.
export async function GET(_: Request, context: RouteContext<'/feeds/[kind]/[name]/[file]'>): Promise<Response> {
  const { kind, name, file } = await context.params
  const of = feedOf(kind, name)
  const format = (Object.keys(feedFormats) as FeedFormat[]).find((candidate) => feedFormats[candidate] === file)
  if (!of || !format) return new Response('Not found.\n', { status: 404 })
  return withFailureAnswer(() => makeFeed(of, format))
}
