import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

const mostKnown = 2_000
/** No browser's name is longer; of one that is, the beginning decides. */
const longestName = 400

const known = new LRUCache<string, boolean>({ max: mostKnown })

/**
 * Whether a program reads without a person, by its name (User-Agent); one without a name is no browser.
 * The list's pattern takes microseconds, and readers have a few hundred names between them.
 */
export function isCrawler(userAgent: string | undefined): boolean {
  if (!userAgent) return true
  const name = userAgent.length > longestName ? userAgent.slice(0, longestName) : userAgent
  const verdict = known.get(name)
  if (verdict !== undefined) return verdict
  const found = isbot(name)
  known.set(name, found)
  return found
}
