import type { Endpoint } from '#contract/endpoint.ts'
import { callerOf } from '#lib/session/caller.ts'
import { forward, type Handler } from './forward.ts'

/**
 * A read that is the same for all, and has a second view: if there is no public answer, it is asked again for the
 * person who asks, if one is signed in. That answer is never kept.
 */
export function privateWhereMissing(endpoint: Endpoint): Handler {
  return async (request, params) => {
    const everybodys = await forward(endpoint, request, params)
    if (everybodys.status !== 404 || !(await callerOf(request)).token) return everybodys
    const { sameForAll: _, ...asked } = endpoint
    return forward(asked, request, params)
  }
}
