import type { FeedFormat } from '#contract/paths.ts'
import type { FeedItem } from './feed-item.ts'
import { element, textAsHtml, textElement } from './xml.ts'

/** A feed before it is written; all addresses are whole. */
export type FeedDocument = {
  title: string
  description: string
  /** The list's page, which is the feed's id as well. */
  url: string
  /** The feed's own address. */
  self: string
  icon: string
  language: string
  publisher: string
  updated: Date
  items: FeedItem[]
}

export const feedTypes: Record<FeedFormat, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
}

export const writeFeed: Record<FeedFormat, (feed: FeedDocument) => string> = { rss, atom, json }

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const media = 'http://search.yahoo.com/mrss/'

/** RSS 2.0 (rssboard.org). Most readers take its titles for HTML; its own `author` must be an email address. */
function rss(feed: FeedDocument): string {
  const item = ({ id, url, title, summary, html, author, category, published, image }: FeedItem) =>
    element('item', {}, [
      textElement('title', textAsHtml(title)),
      textElement('link', url),
      textElement('guid', id, { isPermaLink: String(url.startsWith(id)) }),
      ...(published ? [textElement('pubDate', published.toUTCString())] : []),
      textElement('dc:creator', author.name),
      textElement('category', category.label),
      ...(summary ? [textElement('description', textAsHtml(summary))] : []),
      textElement('content:encoded', html),
      ...(image?.file
        ? [element('enclosure', { url: image.url, length: image.file.bytes, type: image.file.type })]
        : foreignImage(image)),
    ])
  const namespaces = {
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    'xmlns:media': media,
  }
  return (
    declaration +
    element('rss', { version: '2.0', ...namespaces }, [
      element('channel', {}, [
        textElement('title', textAsHtml(feed.title)),
        textElement('link', feed.url),
        element('atom:link', { rel: 'self', type: feedTypes.rss, href: feed.self }),
        textElement('description', textAsHtml(feed.description)),
        textElement('language', feed.language),
        textElement('lastBuildDate', feed.updated.toUTCString()),
        textElement('generator', feed.publisher),
        textElement('docs', 'https://www.rssboard.org/rss-specification'),
        ...feed.items.map(item),
      ]),
    ])
  )
}

/** Atom (RFC 4287). */
function atom(feed: FeedDocument): string {
  const entry = ({ id, url, title, summary, html, author, category, published, updated, image }: FeedItem) =>
    element('entry', {}, [
      textElement('id', id),
      textElement('title', title),
      textElement('updated', (updated ?? feed.updated).toISOString()),
      ...(published ? [textElement('published', published.toISOString())] : []),
      element('link', { rel: 'alternate', type: 'text/html', href: url }),
      ...(image?.file
        ? [element('link', { rel: 'enclosure', type: image.file.type, length: image.file.bytes, href: image.url })]
        : foreignImage(image)),
      element('author', {}, [
        textElement('name', author.name),
        ...(author.url ? [textElement('uri', author.url)] : []),
      ]),
      element('category', { term: category.term, label: category.label }),
      ...(summary ? [textElement('summary', summary)] : []),
      textElement('content', html, { type: 'html' }),
    ])
  return (
    declaration +
    element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xmlns:media': media, 'xml:lang': feed.language }, [
      textElement('id', feed.url),
      textElement('title', feed.title),
      textElement('subtitle', feed.description),
      textElement('updated', feed.updated.toISOString()),
      element('link', { rel: 'self', type: feedTypes.atom, href: feed.self }),
      element('link', { rel: 'alternate', type: 'text/html', href: feed.url }),
      element('author', {}, [textElement('name', feed.publisher)]),
      textElement('generator', feed.publisher),
      textElement('icon', feed.icon),
      ...feed.items.map(entry),
    ])
  )
}

/** A picture of unknown size: an enclosure would have to state it. */
function foreignImage(image: FeedItem['image']): string[] {
  return image ? [element('media:content', { url: image.url, medium: 'image' })] : []
}

/** JSON Feed 1.1 (jsonfeed.org). */
function json(feed: FeedDocument): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.url,
    feed_url: feed.self,
    favicon: feed.icon,
    language: feed.language,
    authors: [{ name: feed.publisher }],
    items: feed.items.map(({ id, url, title, summary, html, author, category, published, updated, image }) => ({
      id,
      url,
      title,
      summary: summary || undefined,
      content_html: html,
      image: image?.url,
      date_published: published?.toISOString(),
      date_modified: updated?.toISOString(),
      authors: [author],
      tags: [category.label],
    })),
  })
}
