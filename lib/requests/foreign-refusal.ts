import { isForeign } from './origin.ts'
import { problem } from './problem.ts'

/** The answer to a changing request from another site's page; undefined for our own. */
export function foreignRefusal(request: Request): Response | undefined {
  return isForeign(request) ? problem('forbidden', 'This request comes from another site.') : undefined
}
