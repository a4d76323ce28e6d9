/** What a link ends beside its own subscription: all digests of its address, or everything that goes there. */
export type EndScope = 'digests' | 'all'

/** Every address of the site, written once. */
export const paths = {
  home: '/',
  books: '/books',
  category: (category: string) => `/articles/${encodeURIComponent(category)}`,
  publication: (slug: string) => `/publication/${encodeURIComponent(slug)}`,
  article: (slug: string) => `/article/${encodeURIComponent(slug)}`,
  editArticle: (slug: string) => `/article/${encodeURIComponent(slug)}/edit`,
  articleMarkdown: (slug: string) => `/article/${encodeURIComponent(slug)}.md`,
  shareImage: (slug: string) => `/share-image/${encodeURIComponent(slug)}.png`,
  /** No slug has the sign at the front. */
  siteShareImage: '/share-image/~site.png',
  listShareImage: (kind: 'category' | 'publication' | 'author', name: string) =>
    `/share-image/~${kind}.${encodeURIComponent(name)}.png`,
  profile: (uuid: string) => `/profile/${encodeURIComponent(uuid)}`,
  search: (query?: string) => (query ? `/search?q=${encodeURIComponent(query)}` : '/search'),
  newStory: '/new-story',
  publicationNewStory: (publication: string) => `/publication/${encodeURIComponent(publication)}/new-story`,
  newPublication: '/publication/new',
  drafts: '/drafted-stories',
  bookmarks: '/bookmarks',
  login: (next?: string) => (next ? `/users/login?next=${encodeURIComponent(next)}` : '/users/login'),
  signup: (next?: string) => (next ? `/users/signup?next=${encodeURIComponent(next)}` : '/users/signup'),
  forgotPassword: '/forgot-password',
  forgotPasswordBefore: (next: string) => `/forgot-password?next=${encodeURIComponent(next)}`,
  resetPassword: (token: string) => `/reset-password/${encodeURIComponent(token)}`,
  confirmEmail: (token: string) => `/confirm-email/${encodeURIComponent(token)}`,
  subscribe: '/subscribe',
  confirmSubscription: (uuid: string) => `/subscription/confirmation/${encodeURIComponent(uuid)}`,
  unsubscribe: (uuid: string, scope?: EndScope) =>
    `/subscription/unsubscribe/${encodeURIComponent(uuid)}${scope ? `?scope=${scope}` : ''}`,
  unsubscribeAtOnce: (uuid: string, scope?: EndScope) =>
    `/api/newsletters/unsubscribe/${encodeURIComponent(uuid)}/one-click${scope ? `?scope=${scope}` : ''}`,
  preferences: (uuid: string) => `/subscription/preferences/${encodeURIComponent(uuid)}`,
  newsletters: '/newsletters',
  newsletter: (edition: string) => `/newsletters/${encodeURIComponent(edition)}`,
  adminDashboard: '/admin-dashboard',
  adminPeople: '/admin-dashboard/people',
  adminStories: '/admin-dashboard/stories',
  adminJobs: '/admin-dashboard/jobs',
  adminAudit: '/admin-dashboard/audit',
  adminSystem: '/admin-dashboard/system',
  addBook: '/add-book',
  sendNewsletters: '/send-newsletters',
  newsletterSubscribers: '/send-newsletters/subscribers',
  /** A file, for administrators. */
  subscriberExport: '/api/newsletters/subscribers/export',
  createPodcast: '/create-podcast',
  podcasts: '/podcasts',
  podcastFeed: '/podcasts/feed.xml',
  podcastCover: '/share-image/~podcasts.jpg',
  readingListFeed: (key: string) => `/reading-list/${encodeURIComponent(key)}/feed.xml`,
  sudoku: '/sudoku',
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
  return `${listPath}${listPath.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
}
