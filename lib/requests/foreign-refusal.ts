import { isForeign } from './origin.ts'
import { problem } from './problem.ts'

/** The answer to a request that changes something and that another site's page has sent; nothing for our own. */
export function foreignRefusal(request: Request): Response | undefined {
  return isForeign(request) ? problem('forbidden', 'This request comes from another site.') : undefined
}
