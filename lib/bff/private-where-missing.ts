import type { Endpoint } from '#contract/endpoint.ts'
import { callerOf } from '#lib/session/caller.ts'
import { forward, type Handler } from './forward.ts'

/**
 * A read that is the same for all, and has a second view: where nothing is there for everybody, it is asked once more for
 * the person who asks, if somebody does. That answer is kept by nobody.
 */
export function privateWhereMissing(endpoint: Endpoint): Handler {
  return async (request, params) => {
    const everybodys = await forward(endpoint, request, params)
    if (everybodys.status !== 404 || !(await callerOf(request)).token) return everybodys
    const { sameForAll: _, ...asked } = endpoint
    return forward(asked, request, params)
  }
}
