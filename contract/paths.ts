/** A larger scope that an unsubscribe link ends: all digests of its address, or everything sent there. */
export type EndScope = 'digests' | 'all'

/** Every address of the site, written once. */
export const paths = {
  home: '/',
  books: '/books',
  /** Book summaries are at two addresses (specification, section 3): `/books` is theirs. */
  category: (category: string) =>
    category === 'book_summary' ? '/books' : `/articles/${encodeURIComponent(category)}`,
  publication: (slug: string) => `/publication/${encodeURIComponent(slug)}`,
  publicationReaders: (slug: string) => `/publication/${encodeURIComponent(slug)}/readers`,
  article: (slug: string) => `/article/${encodeURIComponent(slug)}`,
  editArticle: (slug: string) => `/article/${encodeURIComponent(slug)}/edit`,
  profile: (uuid: string) => `/profile/${encodeURIComponent(uuid)}`,
  ownNewsletters: '/account/newsletters',
  accountSecurity: '/account/security',
  search: (query?: string) => (query ? `/search?q=${encodeURIComponent(query)}` : '/search'),
  newStory: '/new-story',
  publicationNewStory: (publication: string) => `/publication/${encodeURIComponent(publication)}/new-story`,
  newPublication: '/publication/new',
  drafts: '/drafted-stories',
  ownStories: '/my-stories',
  storyReaders: (slug: string) => `/my-stories/${encodeURIComponent(slug)}/readers`,
  bookmarks: '/bookmarks',
  /** Private lines from readers. */
  myThanks: '/my-stories/thanks',
  offline: '/offline',
  login: (next?: string) => (next ? `/users/login?next=${encodeURIComponent(next)}` : '/users/login'),
  signup: (next?: string) => (next ? `/users/signup?next=${encodeURIComponent(next)}` : '/users/signup'),
  forgotPassword: '/forgot-password',
  forgotPasswordBefore: (next: string) => `/forgot-password?next=${encodeURIComponent(next)}`,
  signupWithInvitation: (token: string, next?: string) =>
    `/users/signup?invitation=${encodeURIComponent(token)}${next ? `&next=${encodeURIComponent(next)}` : ''}`,
  resetPassword: (token: string) => `/reset-password/${encodeURIComponent(token)}`,
  confirmEmail: (token: string) => `/confirm-email/${encodeURIComponent(token)}`,
  subscribe: '/subscribe',
  /** To a publication, by its slug; without one to the site. */
  subscribeTo: (publication?: string) =>
    publication ? `/subscribe?publication=${encodeURIComponent(publication)}` : '/subscribe',
  confirmSubscription: (uuid: string) => `/subscription/confirmation/${encodeURIComponent(uuid)}`,
  unsubscribe: (uuid: string, scope?: EndScope) =>
    `/subscription/unsubscribe/${encodeURIComponent(uuid)}${scope ? `?scope=${scope}` : ''}`,
  unsubscribeAtOnce: (uuid: string, scope?: EndScope) =>
    `/api/newsletters/unsubscribe/${encodeURIComponent(uuid)}/one-click${scope ? `?scope=${scope}` : ''}`,
  preferences: (uuid: string) => `/subscription/preferences/${encodeURIComponent(uuid)}`,
  newsletters: '/newsletters',
  newsletter: (edition: string) => `/newsletters/${encodeURIComponent(edition)}`,
  sudoku: '/sudoku',
  about: '/about-us',
  contact: '/contact-us',
  careers: '/careers',
  privacy: '/privacy-policy',
  userAgreement: '/user-agreement',
  cookies: '/cookie-policy',
  error: '/error',
  openSearch: '/opensearch.xml',
  securityText: '/.well-known/security.txt',
} as const

/** The form that reports a story; apart from `paths`, which scripts of every page load. */
export function reportPath(slug: string): string {
  return `/article/${encodeURIComponent(slug)}/report`
}

/** Follows an author by email; apart from `paths`, too. */
export function followPath(author: string): string {
  return `/subscribe?author=${encodeURIComponent(author)}`
}

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
