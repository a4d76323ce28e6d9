import { type FeedFormat, feedFormats } from '#contract/paths.ts'
import { makeFeed, makeNewsletterFeed } from '#lib/seo/feed.ts'
import { listNamed } from '#lib/seo/list-head.ts'
import { makePublicPodcastFeed } from '#lib/seo/podcast-feed.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'

// next.config.mjs rewrites the public addresses (/feed.xml, /articles/fiction/atom.xml, …) to this one.
export async function GET(_: Request, context: RouteContext<'/feeds/[kind]/[name]/[file]'>): Promise<Response> {
  const { kind, name, file } = await context.params
  const format = (Object.keys(feedFormats) as FeedFormat[]).find((candidate) => feedFormats[candidate] === file)
  if (!format) return notFound()
  if (kind === 'podcasts' && format === 'rss') return withFailureAnswer(makePublicPodcastFeed)
  if (kind === 'newsletters') return withFailureAnswer(() => makeNewsletterFeed(format))
  const of = listNamed(kind, name)
  if (!of) return notFound()
  return withFailureAnswer(() => makeFeed(of, format))
}

function notFound(): Response {
  return new Response('Not found.\n', { status: 404 })
}
