/**
 * The readers of a page. `everybody`: the same for all, rendered once and cached. `reader`: it may differ from one to the
 * next. `signed-in`, `administrator` and `signed-out`: others are redirected before it is rendered. `nobody`: only an
 * internal rewrite leads to it; from outside there is no such address.
 */
type Audience = 'everybody' | 'reader' | 'signed-in' | 'administrator' | 'signed-out' | 'nobody'

export type PageRule = {
  /** The path of its folder in `app/`; a parameter is written `:name`. */
  path: string
  for: Audience
  /** The query parameters that are part of a cached page's key. */
  query?: readonly string[]
  /** Not cached: anyone could fill the store with their requests. */
  keep?: false
  /** Whether a 404 is cached as well: not if anyone can make up names without end. */
  keepMissing?: true
  /**
   * An interactive page: its scripts load right after the first paint. The scripts of other public pages load at the first
   * touch; a page for one reader has them as Next writes them.
   */
  needsScripts?: true
  /** A page to write on: the site's footer is left out. */
  isEditor?: true
  /** Its parameter opens an account or ends a subscription: it never appears in a log. */
  secret?: true
}

/** Every page of the site, the most particular address first. */
export const pages: readonly PageRule[] = [
  { path: '/', for: 'everybody', query: ['cursor'] },
  { path: '/books', for: 'everybody', query: ['cursor'] },
  { path: '/articles', for: 'everybody' },
  { path: '/articles/:category', for: 'everybody', query: ['cursor'] },
  { path: '/publication/new', for: 'signed-in' },
  { path: '/publication/:publication', for: 'everybody', query: ['cursor'] },
  { path: '/publication/:publication/new-story', for: 'signed-in', needsScripts: true, isEditor: true },
  { path: '/publication/:publication/readers', for: 'signed-in' },
  { path: '/profile/:uuid', for: 'everybody', query: ['cursor'] },
  // A story may come to be at any time, and a draft's address is asked for again and again.
  { path: '/article/:slug', for: 'everybody', keepMissing: true },
  { path: '/article/:slug/edit', for: 'signed-in', needsScripts: true, isEditor: true },
  { path: '/article/:slug/report', for: 'reader' },
  { path: '/new-story', for: 'signed-in', needsScripts: true, isEditor: true },
  { path: '/drafted-stories', for: 'signed-in' },
  { path: '/my-stories', for: 'signed-in' },
  { path: '/my-stories/:slug/readers', for: 'signed-in' },
  { path: '/bookmarks', for: 'signed-in' },
  { path: '/my-stories/thanks', for: 'signed-in' },
  { path: '/account/newsletters', for: 'signed-in' },
  { path: '/account/security', for: 'signed-in' },
  { path: '/newsletters', for: 'everybody', query: ['cursor'] },
  { path: '/newsletters/:edition', for: 'everybody' },
  { path: '/search', for: 'everybody', query: ['q', 'cursor'], keep: false },
  // Which puzzle it is concerns the browser alone.
  { path: '/sudoku', for: 'everybody', needsScripts: true },

  { path: '/users/login', for: 'signed-out' },
  { path: '/users/signup', for: 'signed-out' },
  { path: '/forgot-password', for: 'reader' },
  { path: '/reset-password/:token', for: 'reader', secret: true },
  { path: '/confirm-email/:token', for: 'reader', secret: true },
  { path: '/subscribe', for: 'reader' },
  { path: '/subscription/confirmation/:uuid', for: 'reader', secret: true },
  { path: '/subscription/unsubscribe/:uuid', for: 'reader', secret: true },
  { path: '/subscription/preferences/:uuid', for: 'reader', secret: true },

  { path: '/admin-dashboard', for: 'reader' },
  { path: '/admin-dashboard/people', for: 'reader' },
  { path: '/admin-dashboard/stories', for: 'reader' },
  { path: '/admin-dashboard/front-page', for: 'reader' },
  { path: '/admin-dashboard/reports', for: 'reader' },
  { path: '/admin-dashboard/waiting', for: 'reader' },
  { path: '/admin-dashboard/jobs', for: 'reader' },
  { path: '/admin-dashboard/audit', for: 'reader' },
  { path: '/admin-dashboard/system', for: 'reader' },
  { path: '/admin-dashboard/settings', for: 'reader' },
  { path: '/send-newsletters', for: 'reader' },
  { path: '/send-newsletters/subscribers', for: 'reader' },
  { path: '/add-book', for: 'signed-in' },
  { path: '/create-podcast', for: 'administrator' },
  { path: '/podcasts', for: 'administrator' },

  { path: '/about-us', for: 'everybody' },
  { path: '/contact-us', for: 'everybody' },
  { path: '/careers', for: 'everybody' },
  { path: '/privacy-policy', for: 'everybody' },
  { path: '/user-agreement', for: 'everybody' },
  { path: '/cookie-policy', for: 'everybody' },
  { path: '/offline', for: 'everybody' },
  { path: '/error', for: 'everybody' },

  // A story that is not public, for readers who may see it all the same.
  { path: '/private-article/:slug', for: 'nobody' },
  { path: '/refused/:status', for: 'nobody' },
  { path: '/uncaught-error', for: 'nobody' },
]

/** The page of this address, if it is the same for all. */
export function publicPage(path: string): PageRule | undefined {
  const page = pageAt(path)
  return page?.for === 'everybody' ? page : undefined
}

const shapes = pages.map((page) => ({ page, shape: shapeOf(page.path) }))

/** The page of this path, as it was requested. */
export function pageAt(path: string): PageRule | undefined {
  return shapes.find(({ shape }) => shape.test(path))?.page
}

/** A path with `:name` parts as a pattern. */
export function shapeOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
}

/**
 * Whether a decoded path has dot segments (`/covers/../admin-dashboard`). Browsers resolve them before they ask, and none
 * of our links has one.
 */
export function hasDotSegment(path: string): boolean {
  return /(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(path)
}

const internalFolders = new Set([
  ...['feeds', 'markdown', 'well-known'],
  ...pages.filter((page) => page.for === 'nobody').map(({ path }) => path.split('/')[1] ?? ''),
])

/** Whether a decoded path is the internal target of a rewrite: from outside it does not exist, in any spelling. */
export function isInternal(path: string): boolean {
  const [, first = ''] = path.match(/^\/+([^/]*)/) ?? []
  return internalFolders.has(first.toLowerCase())
}
