/** Addresses of files that programs read. Apart from the others: no page loads them. */
export const filePaths = {
  articleMarkdown: (slug: string) => `/article/${encodeURIComponent(slug)}.md`,
  shareImage: (slug: string) => `/share-image/${encodeURIComponent(slug)}.png`,
  /** No slug has the sign at the front. */
  siteShareImage: '/share-image/~site.png',
  listShareImage: (kind: 'category' | 'publication' | 'author', name: string) =>
    `/share-image/~${kind}.${encodeURIComponent(name)}.png`,
  /** The icon of the site, from an uploaded picture's id: a new icon has a new address. */
  siteIcon: (id: string, file: string) => `/site-icon/${id}/${file}`,
  storyReadersCsv: (id: string) => `/api/readers/stories/${encodeURIComponent(id)}/csv`,
  publicationReadersCsv: (slug: string) => `/api/readers/publications/${encodeURIComponent(slug)}/csv`,
  podcastFeed: '/podcasts/feed.xml',
  podcastCover: '/share-image/~podcasts.jpg',
  readingListFeed: (key: string) => `/reading-list/${encodeURIComponent(key)}/feed.xml`,
  sitemapIndex: '/sitemap.xml',
  sitemapPart: (part: number | string) => `/sitemaps/${part}.xml`,
} as const
