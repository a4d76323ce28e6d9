import { keptCalls } from '#contract/calls-in-front.ts'
import { hasDotSegment, type PageRule, pages, publicPage, shapeOf } from './pages.ts'

/** How addresses of a kind are cached, as in the table of pages. */
type Rule = Pick<PageRule, 'query' | 'keep' | 'keepMissing' | 'needsScripts'> & {
  kind?: 'asset'
  /** For how many seconds a shared cache that hears of no write may show it; by default a few. */
  sharedSeconds?: number
}
type RuleAt = Rule & { path: RegExp }

/** How a public address is cached. */
export type PublicPath = {
  /** Path and known parameters in a fixed order: unknown ones can neither miss the store nor fill it. */
  key: string
  kind: 'page' | 'asset'
  keep: boolean
  keepMissing: boolean
  needsScripts?: true | undefined
  sharedSeconds?: number | undefined
}

const files: readonly RuleAt[] = [
  {
    path: /^\/_next\/static\/|^\/(?:covers|fonts|icons|site-icon)\/|^\/(?:page-[\w-]{22}\.js|speculation-rules\.json|favicon\.ico|icon\.svg|apple-icon\.png)$/,
    kind: 'asset',
  },
  // Other sites keep their copies anyway, so a changed or withdrawn title may show for ten minutes.
  { path: /^\/share-image\/[^/]+$/, sharedSeconds: 10 * 60 },
  { path: /^(?:\/(?:articles|publication|profile)\/[^/]+)?\/(?:feed\.xml|atom\.xml|feed\.json)$/ },
  { path: /^\/(?:books|newsletters)\/(?:feed\.xml|atom\.xml|feed\.json)$/ },
  { path: /^\/podcasts\/feed\.xml$/ },
  { path: /^\/(?:sitemap\.xml|robots\.txt|llms\.txt|opensearch\.xml|manifest\.webmanifest)$/ },
  { path: /^\/\.well-known\/security\.txt$/ },
  { path: /^\/sitemaps\/[^/]+$/ },
]

const callRules: readonly RuleAt[] = keptCalls.map(({ path, ...rule }) => ({ path: shapeOf(`/api${path}`), ...rule }))

/** A whole story: if taken back, it is gone in two minutes, even from a shared cache that does not hear of it. */
const markdownCopy: RuleAt = { path: /^\/article\/[^/]+\.md$/, keepMissing: true, sharedSeconds: 2 * 60 }

const filesAndCalls = [...files, ...callRules]

function ruleFor(path: string): Rule | undefined {
  if (markdownCopy.path.test(path)) return markdownCopy
  return publicPage(path) ?? filesAndCalls.find((rule) => rule.path.test(path))
}

/** The rule for an address; undefined if the answer may differ from reader to reader. */
export function publicPath(url: string): PublicPath | undefined {
  const cut = url.indexOf('?')
  const path = oneSpelling(cut < 0 ? url : url.slice(0, cut))
  if (path === undefined) return undefined
  const rule = ruleFor(path)
  if (!rule) return undefined
  const query = cut < 0 || !rule.query ? '' : knownQuery(url.slice(cut + 1), rule.query)
  const { kind = 'page', keep = true, keepMissing = false, needsScripts, sharedSeconds } = rule
  return { key: query ? `${path}?${query}` : path, kind, keep, keepMissing, needsScripts, sharedSeconds }
}

const plainPath = /^[a-z0-9/_~-]*(?:\.[a-z0-9]+)?$/
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.|$)/i

/**
 * The one way to write a path: percent-encoded as our own links are, ids in lower case. Undefined for a path that
 * cannot be decoded or that climbs.
 */
function oneSpelling(path: string): string | undefined {
  if (plainPath.test(path)) return path
  try {
    if (hasDotSegment(decodeURIComponent(path))) return undefined
    const segments = path.split('/').map((segment) => decodeURIComponent(segment))
    return segments.map((segment) => encodeURIComponent(segment.replace(uuid, (id) => id.toLowerCase()))).join('/')
  } catch {
    return undefined
  }
}

function knownQuery(query: string, names: readonly string[]): string {
  const given = new URLSearchParams(query)
  const known = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    if (value) known.set(name, value)
  }
  return known.toString()
}

const article = /^\/article\/([^/]+)$/

/**
 * The internal address of a story's private view. The cached page is the public one; if that is a 404, a reader with a
 * session may still be the story's author or an administrator.
 * @param key the cache key of the public page
 * @returns undefined for other pages, and if the cookies cannot contain a session.
 */
export function privateArticlePath(key: string, cookieHeader: string | undefined): string | undefined {
  if (!mayHaveSession(cookieHeader)) return undefined
  const [, slug] = article.exec(key) ?? []
  // The Markdown copy is for machines, which have no session.
  return slug && !slug.endsWith('.md') ? `/private-article/${slug}` : undefined
}

/** Cheap check for a session cookie, with any prefix or chunking; it is not verified here. */
export function mayHaveSession(cookieHeader: string | undefined): boolean {
  return cookieHeader?.includes('next-auth.session-token') ?? false
}

/** Parameters that our product API always writes in lower case; in ids and tokens the case may matter. */
const slugs = new Set([':slug', ':category', ':publication'])
const routes = pages
  .filter((page) => page.for !== 'nobody')
  .map(({ path }) => ({ names: path.split('/'), shape: new RegExp(shapeOf(path), 'i') }))
/** Left alone: programs write calls as they are, and the others contain names whose case matters. */
const left = /^\/(?:api|sitemaps|share-image)\//

/**
 * The lower-case address for one with capitals, e.g. `/About-Us` or `/article/A-Lift`, without its query; undefined if it
 * has none, or if there is no such page either.
 */
export function lowerCasePath(path: string): string | undefined {
  const lower = inLowerCase(path)
  if (lower === path) return undefined
  const route = routes.find(({ shape }) => shape.test(path))
  if (!route) return publicPath(lower)?.kind === 'page' && !left.test(lower) ? lower : undefined
  const segments = path.split('/').map((segment, at) => {
    const name = route.names[at] ?? ''
    return name.startsWith(':') && !slugs.has(name) ? segment : inLowerCase(segment)
  })
  const meant = segments.join('/')
  return meant === path ? undefined : meant
}

/** Percent-escapes keep their case, which means nothing. */
function inLowerCase(text: string): string {
  return text.replace(/%[0-9a-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase()))
}
