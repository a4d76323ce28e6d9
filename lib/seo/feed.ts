import { type FeedFormat, feedPath } from '#contract/paths.ts'
import { type ListOf, listStories } from '#lib/api/stories.ts'
import { webEnv } from '#lib/env.ts'
import { type FeedItem, feedItem } from './feed-item.ts'
import { listHead, titleBesideSite } from './list-head.ts'
import { absolute, siteDescription, siteLanguage } from './site.ts'
import { feedTypes, writeFeed } from './write-feed.ts'
import { speakable } from './xml.ts'

const storiesInFeed = 30
/** The last change of a feed without stories: a date that stays until something changes. */
const startedAt = new Date()

/**
 * A list's newest stories with their whole text, as RSS 2.0, Atom (RFC 4287) or JSON Feed 1.1.
 * @throws ApiFailure with status 404 for a list that does not exist.
 */
export async function makeFeed(of: ListOf, format: FeedFormat): Promise<Response> {
  const { heading, listPath } = await listHead(of)
  const { body: stories } = await listStories(of, { limit: storiesInFeed, include: 'content' })
  const items = await itemsOf(stories)
  const text = writeFeed[format]({
    title: speakable(titleOf(of, heading)),
    description: siteDescription,
    url: absolute(listPath),
    self: absolute(feedPath(listPath, format)),
    icon: absolute('/icon.svg'),
    language: siteLanguage,
    publisher: webEnv().PRODUCT_NAME,
    updated: newest(items),
    items,
  })
  return new Response(text, { headers: { 'content-type': `${feedTypes[format]}; charset=utf-8` } })
}

function titleOf({ kind }: ListOf, heading: string): string {
  const { PRODUCT_NAME } = webEnv()
  if (kind === 'all') return PRODUCT_NAME
  if (heading === PRODUCT_NAME) return titleBesideSite(heading)
  return kind === 'category' ? `${PRODUCT_NAME}: ${heading}` : `${heading} on ${PRODUCT_NAME}`
}

/** Each story once; an unreadable one is left out, so that the others still appear. */
async function itemsOf(stories: Parameters<typeof feedItem>[0][]): Promise<FeedItem[]> {
  const made = await Promise.allSettled(stories.map(feedItem))
  const items = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

/** Never the time of asking: an unchanged feed must be the same bytes, or no reader ever gets a 304. */
function newest(items: FeedItem[]): Date {
  const times = items.flatMap(({ updated }) => (updated ? [updated.getTime()] : []))
  return times.length > 0 ? new Date(Math.max(...times)) : startedAt
}

/** The list that a feed's address means; undefined for an address that is no feed. */
export function feedOf(kind: string, name: string): ListOf | undefined {
  if (kind === 'all') return { kind: 'all' }
  if (kind === 'category') return { kind: 'category', category: name }
  if (kind === 'publication') return { kind: 'publication', publication: name }
  return kind === 'author' ? { kind: 'author', uuid: name } : undefined
}
