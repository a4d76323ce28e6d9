import { createHash } from 'node:crypto'
import { parseAudioAddress } from '#contract/audio-address.ts'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import type { Episode } from '#contract/podcasts.ts'
import { read, readAs } from '#lib/api/read.ts'
import { site } from '#lib/site.ts'
import { absolute, siteLanguage } from './site.ts'
import { element, textAsHtml, textElement } from './xml.ts'

/** The public episodes, for podcast apps and directories. */
export async function makePublicPodcastFeed(): Promise<Response> {
  const { body: episodes } = await read('GET /podcasts/public')
  return writePodcastFeed({
    title: site().name,
    description: site().tagline,
    self: absolute(filePaths.podcastFeed),
    link: absolute(paths.home),
    isPrivate: false,
    episodes,
  })
}

/** A reader's saved stories, for their podcast app alone. @throws ApiFailure with status 404 for a wrong key. */
export async function makeReadingListFeed(key: string): Promise<Response> {
  const { body } = await readAs({}, 'GET /reading-list/podcast/:key', { params: { key } })
  const { name, episodes } = body
  const { name: siteName } = site()
  const response = writePodcastFeed({
    title: `${name}’s reading list on ${siteName}`,
    description: `The stories that ${name} saved on ${siteName}, read aloud.`,
    self: absolute(filePaths.readingListFeed(key)),
    link: absolute(paths.bookmarks),
    isPrivate: true,
    episodes,
  })
  response.headers.set('cache-control', 'private, no-store')
  response.headers.set('x-robots-tag', 'noindex')
  return response
}

type Channel = {
  title: string
  description: string
  /** The feed's own address, whole. */
  self: string
  /** The page that it is about, whole. */
  link: string
  /** Only its owner is to find it, and no directory is to list it. */
  isPrivate: boolean
  /** In its link and its signature: an unchanged feed is the same bytes. */
  episodes: readonly Episode[]
}

/** Podcasting 2.0: a feed's id is the UUID (version 5) of its address within this namespace. */
const podcastNamespace = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'
const namespaces = {
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
}

/**
 * Podcasts as RSS 2.0 with what Apple Podcasts and Spotify require, and with transcripts and chapters (Podcasting 2.0).
 * Episodes with addresses that are not our own are left out.
 */
export function writePodcastFeed(channel: Channel): Response {
  const { name: siteName, contact_email: contact } = site()
  const episodes = channel.episodes.filter(({ url }) => parseAudioAddress(url)?.kind === 'mp3')
  const cover = absolute(filePaths.podcastCover)
  const text = element('rss', { version: '2.0', ...namespaces }, [
    element('channel', {}, [
      textElement('title', textAsHtml(channel.title)),
      textElement('link', channel.link),
      element('atom:link', { rel: 'self', type: 'application/rss+xml', href: channel.self }),
      textElement('description', textAsHtml(channel.description)),
      textElement('language', siteLanguage),
      textElement('generator', siteName),
      textElement('copyright', siteName),
      element('image', {}, [
        textElement('url', cover),
        textElement('title', textAsHtml(channel.title)),
        textElement('link', channel.link),
      ]),
      textElement('itunes:author', siteName),
      element('itunes:owner', {}, [textElement('itunes:name', siteName), textElement('itunes:email', contact)]),
      element('itunes:image', { href: cover }),
      element('itunes:category', { text: 'Arts' }, [element('itunes:category', { text: 'Books' })]),
      textElement('itunes:explicit', 'false'),
      textElement('itunes:type', 'episodic'),
      ...(channel.isPrivate ? [textElement('itunes:block', 'Yes'), textElement('podcast:block', 'yes')] : []),
      textElement(
        'podcast:guid',
        uuidOfName(channel.self.replace(/^https?:\/\//, '').replace(/\/$/, ''), podcastNamespace),
      ),
      textElement('podcast:locked', 'no', { owner: contact }),
      textElement('podcast:medium', 'podcast'),
      ...episodes.map((episode) => item(episode, channel.link)),
    ]),
  ])
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`, {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
  })
}

function item(episode: Episode, channelLink: string): string {
  const { id, title, description, author, url, bytes, duration_ms, transcript, chapters, published_at, story_slug } =
    episode
  return element('item', {}, [
    textElement('title', textAsHtml(title)),
    textElement('link', story_slug ? absolute(paths.article(story_slug)) : channelLink),
    textElement('guid', id, { isPermaLink: 'false' }),
    textElement('pubDate', new Date(published_at).toUTCString()),
    textElement('description', textAsHtml(description || title)),
    ...(author ? [textElement('itunes:author', author)] : []),
    element('enclosure', { url: absolute(url), length: bytes, type: 'audio/mpeg' }),
    textElement('itunes:duration', String(Math.round(duration_ms / 1_000))),
    textElement('itunes:explicit', 'false'),
    textElement('itunes:episodeType', 'full'),
    ...own(transcript, (href) =>
      element('podcast:transcript', { url: href, type: 'text/vtt', language: siteLanguage }),
    ),
    ...own(chapters, (href) => element('podcast:chapters', { url: href, type: 'application/json+chapters' })),
  ])
}

function own(address: string | null, write: (href: string) => string): string[] {
  return address && parseAudioAddress(address) ? [write(absolute(address))] : []
}

/** The UUID version 5 (RFC 9562 §5.5) of a name within a namespace, which is a UUID itself. */
export function uuidOfName(name: string, namespace: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
