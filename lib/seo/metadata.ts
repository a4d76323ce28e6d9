import type { Metadata } from 'next'
import type { Edition } from '#contract/edition.ts'
import { filePaths } from '#contract/file-paths.ts'
import { feedPath, pagePath, paths } from '#contract/paths.ts'
import type { Story } from '#contract/stories.ts'
import { contentInWords, site } from '#lib/site.ts'
import { absolute, shareImageSize, siteLanguage } from './site.ts'

/** The head of every ordinary page. */
export function pageMetadata(page: {
  title?: string | undefined
  description?: string | undefined
  path: string
  shareImage?: string | undefined
}): Metadata {
  const { name: siteName, tagline } = site()
  const description = page.description || tagline
  const url = absolute(page.path)
  const shared = sharedWords(page.title ?? siteName, description, page.shareImage ?? filePaths.siteShareImage)
  return {
    title: page.title ? withSiteName(page.title) : `${siteName} · ${contentInWords()}`,
    description,
    alternates: { canonical: url, types: feedLinks(paths.home) },
    openGraph: { type: 'website', url, ...ownSite(), ...shared },
    twitter: { card: 'summary_large_image', ...shared },
  }
}

/**
 * A list's head: its own feeds, and its next page. A later page has its own address and title; it is there to be
 * followed, not to be listed itself (decision 030).
 */
export function listMetadata(list: {
  title?: string
  description?: string
  path: string
  cursor?: string | undefined
  nextCursor?: string | undefined
  /** When the newest thing on the page is from; ISO 8601. */
  newest?: string | null | undefined
  shareImage?: string
  /** Whether search engines may list it; they may follow its links either way. */
  listed?: boolean
}): Metadata {
  const here = list.cursor ? pagePath(list.path, list.cursor) : list.path
  const { description, shareImage } = list
  const title = list.cursor ? laterTitle(list.title ?? site().name, list.newest) : list.title
  const page = pageMetadata({ title, description, shareImage, path: here })
  return {
    ...page,
    alternates: { canonical: absolute(here), types: feedLinks(list.path, list.title) },
    ...((list.cursor || list.listed === false) && { robots: { index: false, follow: true } }),
    ...(list.nextCursor && { pagination: { next: absolute(pagePath(list.path, list.nextCursor)) } }),
  }
}

/**
 * A newsletter's head. Search engines may list what the archive does, unless it is nearly a copy of its only story; a
 * test or a personal digest is for whoever has its link.
 */
export function editionMetadata({ id, subject, listed, stories }: Edition): Metadata {
  const description = stories.map(({ title }) => title).join(' · ')
  const page = pageMetadata({ title: subject, description, path: paths.newsletter(id) })
  if (listed && stories.length > 1) return page
  return { ...page, alternates: { types: feedLinks(paths.home) }, robots: { index: false, follow: true } }
}

/** A story's head; its canonical address is elsewhere if it was published there first. */
export function articleMetadata(story: Story): Metadata {
  const description = story.sub_title || story.excerpt
  const shared = sharedWords(story.title, description, filePaths.shareImage(story.slug))
  const author = story.author_name || story.author
  return {
    title: withSiteName(story.title),
    description,
    authors: [{ name: author, ...(story.author_uuid && { url: absolute(paths.profile(story.author_uuid)) }) }],
    alternates: {
      canonical: story.canonical_url ?? absolute(paths.article(story.slug)),
      types: {
        ...feedLinks(paths.home),
        'text/markdown': [{ url: absolute(filePaths.articleMarkdown(story.slug)), title: `${story.title} (Markdown)` }],
      },
    },
    openGraph: {
      type: 'article',
      url: absolute(paths.article(story.slug)),
      ...ownSite(),
      ...shared,
      section: story.category,
      authors: story.author_uuid ? [absolute(paths.profile(story.author_uuid))] : undefined,
      publishedTime: story.published_at ?? undefined,
      modifiedTime: story.updated_at ?? undefined,
    },
    twitter: { card: 'summary_large_image', ...shared },
  }
}

/** Pages that no search engine should list: search results, missing things, failures. */
export function unlistedMetadata(title: string): Metadata {
  return { title: withSiteName(title), robots: { index: false, follow: true } }
}

/** Pages that are one person's own. */
export function privateMetadata(title: string): Metadata {
  return { ...unlistedMetadata(title), robots: { index: false, follow: false } }
}

/** Pages whose address is a secret from an email: not listed, and no other site learns the address by a link. */
export function secretAddressMetadata(title: string): Metadata {
  return { ...privateMetadata(title), referrer: 'no-referrer' }
}

const day = new Intl.DateTimeFormat(siteLanguage, { dateStyle: 'long', timeZone: 'UTC' })

/** E.g. `Technology, up to 3 May 2026`: the date is that of a later page's first story. */
function laterTitle(title: string, newest: string | null | undefined): string {
  return newest ? `${title}, up to ${day.format(new Date(newest))}` : `${title}, older ones`
}

/** A title that ends with the site's name does not say it twice. */
function withSiteName(title: string): string {
  const { name: siteName } = site()
  return title === siteName || title.endsWith(` ${siteName}`) ? title : `${title} · ${siteName}`
}

/** The words and the picture that other sites show for a page, for OpenGraph and Twitter. */
function sharedWords(title: string, description: string, shareImage: string) {
  const picture = { url: absolute(shareImage), ...shareImageSize, alt: title, type: 'image/png' }
  return { title, description, images: [picture] }
}

function ownSite() {
  return { siteName: site().name, locale: siteLanguage.replace('-', '_') }
}

type AlternateLinks = NonNullable<NonNullable<Metadata['alternates']>['types']>

const formats = [
  ['application/rss+xml', 'rss', 'RSS'],
  ['application/atom+xml', 'atom', 'Atom'],
  ['application/feed+json', 'json', 'JSON Feed'],
] as const

/** A list's feeds; a reader's program offers them by their titles. Without a title, of all stories. */
function feedLinks(listPath: string, title = site().name): AlternateLinks {
  return Object.fromEntries(
    formats.map(([type, format, name]) => [
      type,
      [{ url: absolute(feedPath(listPath, format)), title: `${withSiteName(title)} (${name})` }],
    ]),
  )
}
