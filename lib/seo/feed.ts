import { Feed } from 'feed'
import { sanitiseStory } from '#content/sanitise.ts'
import { allCategories, categoryName } from '#contract/categories.ts'
import type { ListedContent } from '#contract/contents.ts'
import { type FeedFormat, feedPath, paths } from '#contract/paths.ts'
import { type ListOf, listContents } from '#lib/api/contents.ts'
import { getPublication } from '#lib/api/publications.ts'
import { getProfile } from '#lib/api/users.ts'
import { webEnv } from '#lib/env.ts'
import { absolute, siteDescription } from './site.ts'

const storiesInFeed = 30

const contentTypes: Record<FeedFormat, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

/** A list's newest stories with their whole text, as RSS 2.0, Atom (RFC 4287) or JSON Feed 1.1. */
export async function makeFeed(of: ListOf, format: FeedFormat): Promise<Response> {
  const { title, listPath } = await headOf(of)
  const { body: stories } = await listContents(of, { limit: storiesInFeed, include: 'content' })
  const link = absolute(listPath)
  const feed = new Feed({
    id: link,
    link,
    title,
    description: siteDescription,
    language: 'en',
    generator: webEnv().PRODUCT_NAME,
    updated: newest(stories),
    favicon: absolute('/icon.svg'),
    feedLinks: {
      rss: absolute(feedPath(listPath, 'rss')),
      atom: absolute(feedPath(listPath, 'atom')),
      json: absolute(feedPath(listPath, 'json')),
    },
  })
  for (const story of stories) feed.addItem(itemOf(story))
  const text = { rss: () => feed.rss2(), atom: () => feed.atom1(), json: () => feed.json1() }[format]()
  return new Response(text, { headers: { 'content-type': contentTypes[format] } })
}

async function headOf(of: ListOf): Promise<{ title: string; listPath: string }> {
  const { PRODUCT_NAME } = webEnv()
  switch (of.kind) {
    case 'all':
      return { title: PRODUCT_NAME, listPath: paths.home }
    case 'category': {
      const listPath = of.category === 'book_summary' ? paths.books : paths.category(of.category)
      return { title: `${PRODUCT_NAME}: ${categoryName(of.category, PRODUCT_NAME)}`, listPath }
    }
    case 'publication': {
      const publication = await getPublication(of.publication)
      return { title: `${publication.name} on ${PRODUCT_NAME}`, listPath: paths.publication(publication.slug) }
    }
    case 'author': {
      const profile = await getProfile(of.uuid)
      return { title: `${profile.name} on ${PRODUCT_NAME}`, listPath: paths.profile(of.uuid) }
    }
  }
}

/** Never the time of asking: an unchanged feed must be the same bytes, or no reader ever gets a 304. */
function newest(stories: ListedContent[]): Date {
  const times = stories.map((story) => Date.parse(story.updated_at ?? story.published_at ?? '')).filter(Number.isFinite)
  return new Date(times.length > 0 ? Math.max(...times) : 0)
}

function itemOf(story: ListedContent) {
  const link = absolute(paths.article(story.slug))
  const published = new Date(story.published_at ?? story.updated_at ?? 0)
  return {
    title: story.title,
    id: `urn:uuid:${story._id}`,
    guid: `urn:uuid:${story._id}`,
    link,
    date: new Date(story.updated_at ?? published),
    published,
    description: story.sub_title || story.excerpt,
    content: feedHtml(story.content ?? story.excerpt),
    author: [
      {
        name: story.author_name || story.author,
        ...(story.author_uuid && { link: absolute(paths.profile(story.author_uuid)) }),
      },
    ],
    category: [{ name: categoryName(story.category, webEnv().PRODUCT_NAME) }],
    ...(story.story_image && { image: absolute(story.story_image) }),
  }
}

/** A feed is read on other sites: links inside ours must say where ours is. */
function feedHtml(html: string): string {
  return sanitiseStory(html).replace(
    /((?:href|src)=")(\/(?!\/))/g,
    (_, attribute: string, slash: string) => `${attribute}${absolute(slash)}`,
  )
}

/** Which list a feed's address means; nothing for an address that is no feed. */
export function feedOf(kind: string, name: string): ListOf | undefined {
  if (kind === 'all') return { kind: 'all' }
  if (kind === 'category') return name === allCategories ? { kind: 'all' } : { kind: 'category', category: name }
  if (kind === 'publication') return { kind: 'publication', publication: name }
  return kind === 'author' ? { kind: 'author', uuid: name } : undefined
}
