import type { Edition } from '#contract/edition.ts'
import { type FeedFormat, feedPath, paths } from '#contract/paths.ts'
import { read } from '#lib/api/read.ts'
import { type ListOf, listStories } from '#lib/api/stories.ts'
import { site } from '#lib/site.ts'
import { escapeHtml } from '#story-html/escape-html.ts'
import { type FeedItem, feedItem } from './feed-item.ts'
import { listHead, titleBesideSite } from './list-head.ts'
import { absolute, siteLanguage } from './site.ts'
import { chosenIcon, iconPath } from './site-icon.ts'
import { type FeedDocument, feedTypes, writeFeed } from './write-feed.ts'
import { speakable } from './xml.ts'

const storiesInFeed = 30
const editionsInFeed = 30
/** The last change of a feed without items: a date that stays until something changes. */
const startedAt = new Date()

/** A list's newest stories with their whole text. @throws ApiFailure with status 404 for a list that does not exist. */
export async function makeFeed(of: ListOf, format: FeedFormat): Promise<Response> {
  const { heading, listPath, description } = await listHead(of)
  const { body: stories } = await listStories(of, { limit: storiesInFeed, include: 'content' })
  const items = await itemsOf(stories)
  const words = { title: titleOf(of, heading), description: speakable(description || site().tagline) }
  return feedAnswer(format, listPath, { ...words, items })
}

/** The newsletters that were sent, for feed readers: each with its first stories' titles and excerpts. */
export async function makeNewsletterFeed(format: FeedFormat): Promise<Response> {
  const { name: siteName } = site()
  const { body: editions } = await read('GET /newsletters/archive', { query: { limit: editionsInFeed } })
  return feedAnswer(format, paths.newsletters, {
    title: `${siteName}: Newsletters`,
    description: `The newsletters of ${siteName}`,
    items: editions.map(editionItem),
  })
}

type FeedWords = Pick<FeedDocument, 'title' | 'description' | 'items'>

function feedAnswer(format: FeedFormat, listPath: string, { title, description, items }: FeedWords): Response {
  const text = writeFeed[format]({
    title: speakable(title),
    description,
    url: absolute(listPath),
    self: absolute(feedPath(listPath, format)),
    icon: absolute(chosenIcon() ? iconPath('192.png') : '/icon.svg'),
    language: siteLanguage,
    publisher: site().name,
    updated: newest(items),
    items,
  })
  return new Response(text, { headers: { 'content-type': `${feedTypes[format]}; charset=utf-8` } })
}

function titleOf({ kind }: ListOf, heading: string): string {
  const { name: siteName } = site()
  if (kind === 'all') return siteName
  if (heading === siteName) return titleBesideSite(heading)
  return kind === 'category' ? `${siteName}: ${heading}` : `${heading} on ${siteName}`
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

function editionItem(edition: Edition): FeedItem {
  const url = absolute(paths.newsletter(edition.id))
  const sent = new Date(edition.sent_at)
  return {
    id: url,
    url,
    title: speakable(edition.subject),
    summary: speakable(edition.stories.map(({ title }) => title).join(' · ')),
    // The archive's list names a newsletter by its first stories.
    html: speakable(
      `${edition.stories.map(storyHtml).join('\n')}\n<p><a href="${escapeHtml(url)}">Read the whole newsletter</a></p>`,
    ),
    author: { name: site().name },
    category: { term: 'newsletter', label: speakable(edition.about) || 'Newsletter' },
    published: sent,
    updated: sent,
  }
}

function storyHtml({ slug, title, excerpt, author_name, reading_minutes }: Edition['stories'][number]): string {
  const facts = [author_name, `${reading_minutes} min read`].filter(Boolean).join(' · ')
  const link = `<a href="${escapeHtml(absolute(paths.article(slug)))}">${escapeHtml(title)}</a>`
  return `<h2>${link}</h2><p>${escapeHtml(excerpt)}</p><p>${escapeHtml(facts)}</p>`
}
