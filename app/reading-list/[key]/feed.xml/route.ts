import { decodedParam } from '#app/route-params.ts'
import { makeReadingListFeed } from '#lib/seo/podcast-feed.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'

export async function GET(_: Request, context: RouteContext<'/reading-list/[key]/feed.xml'>): Promise<Response> {
  const { key } = await context.params
  return withFailureAnswer(() => makeReadingListFeed(decodedParam(key)))
}
