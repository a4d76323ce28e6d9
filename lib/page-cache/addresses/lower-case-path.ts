import { pages, shapeOf } from '../pages.ts'
import { publicPath } from './cache-keys.ts'

/** Parameters that are always in lower case where our product API makes them; in ids and tokens the case may matter. */
const slugs = new Set([':slug', ':category', ':publication'])
const routes = pages
  .filter((page) => page.for !== 'nobody')
  .map(({ path }) => ({ names: path.split('/'), shape: new RegExp(shapeOf(path), 'i') }))
/** Programs write calls as they are; the others have names in them whose case matters. */
const left = /^\/(?:api|sitemaps|share-image)\//

/**
 * The address that was meant by one with capitals, e.g. `/About-Us` or `/article/A-Lift`; undefined if it has none, or
 * leads nowhere without them. Without its query.
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

/** Of a percent-escape the case means nothing. */
function inLowerCase(text: string): string {
  return text.replace(/%[0-9a-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase()))
}
