/** Every address of the site, written once. */
export const paths = {
  home: '/',
  books: '/books',
  category: (category: string) => `/articles/${encodeURIComponent(category)}`,
  publication: (slug: string) => `/publication/${encodeURIComponent(slug)}`,
  article: (slug: string) => `/article/${encodeURIComponent(slug)}`,
  articleMarkdown: (slug: string) => `/article/${encodeURIComponent(slug)}.md`,
  shareImage: (slug: string) => `/share-image/${encodeURIComponent(slug)}.png`,
  profile: (uuid: string) => `/profile/${encodeURIComponent(uuid)}`,
  search: (query?: string) => (query ? `/search?q=${encodeURIComponent(query)}` : '/search'),
  newStory: '/new-story',
  about: '/about-us',
  contact: '/contact-us',
  careers: '/careers',
  privacy: '/privacy-policy',
  userAgreement: '/user-agreement',
  cookies: '/cookie-policy',
  error: '/error',
  sitemapIndex: '/sitemap.xml',
  sitemapPart: (part: number | string) => `/sitemaps/${part}.xml`,
} as const

export const feedFormats = { rss: 'feed.xml', atom: 'atom.xml', json: 'feed.json' } as const
export type FeedFormat = keyof typeof feedFormats

/** The address of a list's feed, e.g. `feedPath('/articles/fiction', 'rss')` → `/articles/fiction/feed.xml`. */
export function feedPath(listPath: string, format: FeedFormat): string {
  return `${listPath === '/' ? '' : listPath}/${feedFormats[format]}`
}

/** The next page of a list: `cursor` comes from the product API's Link header. */
export function pagePath(listPath: string, cursor: string): string {
  return `${listPath}?cursor=${encodeURIComponent(cursor)}`
}
