import { pages, shapeOf } from '../pages.ts'
import { publicPath } from './cache-keys.ts'

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
