import type { Edition } from '#contract/edition.ts'
import { type FeedFormat, feedPath, paths } from '#contract/paths.ts'
import { read } from '#lib/api/read.ts'
import { webEnv } from '#lib/env.ts'
import { escapeHtml } from '#story-html/escape-html.ts'
import type { FeedItem } from './feed-item.ts'
import { absolute, siteLanguage } from './site.ts'
import { feedTypes, writeFeed } from './write-feed.ts'
import { speakable } from './xml.ts'

const editionsInFeed = 30
/** The last change of a feed without newsletters. */
const startedAt = new Date()

/** The newsletters that were sent, for feed readers: each with its first stories' titles and excerpts. */
export async function makeNewsletterFeed(format: FeedFormat): Promise<Response> {
  const { PRODUCT_NAME } = webEnv()
  const { body: editions } = await read('GET /newsletters/archive', { query: { limit: editionsInFeed } })
  const [newest] = editions
  const text = writeFeed[format]({
    title: speakable(`${PRODUCT_NAME}: Newsletters`),
    description: `The newsletters of ${PRODUCT_NAME}`,
    url: absolute(paths.newsletters),
    self: absolute(feedPath(paths.newsletters, format)),
    icon: absolute('/icon.svg'),
    language: siteLanguage,
    publisher: PRODUCT_NAME,
    updated: newest ? new Date(newest.sent_at) : startedAt,
    items: editions.map((edition) => itemOf(edition, PRODUCT_NAME)),
  })
  return new Response(text, { headers: { 'content-type': `${feedTypes[format]}; charset=utf-8` } })
}

function itemOf(edition: Edition, publisher: string): FeedItem {
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
    author: { name: publisher },
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
