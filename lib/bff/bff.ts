import type { z } from 'zod'
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts'
import { type Answer, call } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { purge } from '#lib/page-cache/purge.ts'
import { callerOf } from '#lib/session/caller.ts'
import { endedSession } from '#lib/session/cookies.ts'
import { BodyFailure, readJson } from './body.ts'
import { foreignRefusal } from './foreign.ts'
import { parseInput } from './input.ts'
import { passedOn } from './passed-on.ts'
import { badInput, failed, problem } from './problem.ts'

export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }
type Options<E extends Endpoint> = {
  /** The tags of the pages that the write changed, from what it answered. */
  purge?: (answer: z.output<E['response']>) => string[]
}

/**
 * A BFF handler for a call made as somebody: the origin is checked, the input parsed by the contract, the session's token
 * sent along, and what the write changed is purged before it is answered. The browser never sees the token.
 */
export function bff<E extends Endpoint>(endpoint: E, options: Options<E> = {}) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    const foreign = endpoint.method === 'GET' ? undefined : foreignRefusal(request)
    if (foreign) return foreign
    try {
      const as = await callerOf(request)
      if (endpoint.auth && !as.token) return problem('unauthenticated', 'Please sign in first.')
      const body = endpoint.body ? await readJson(request) : undefined
      const { input, fields } = parseInput(endpoint, await context.params, new URL(request.url).searchParams, body)
      if (fields) return badInput(fields)
      const answer = await call(endpoint, input as EndpointInput<E>, as)
      purge(options.purge?.(answer.body) ?? [])
      return answered(answer)
    } catch (fault) {
      return refused(fault, request, endpoint)
    }
  }
}

function answered({ body, headers }: Answer<unknown>): Response {
  return Response.json(body, { headers: { ...passedOn(headers), 'cache-control': 'private, no-store' } })
}

function refused(fault: unknown, request: Request, endpoint: Endpoint): Response {
  if (fault instanceof BodyFailure) return problem(fault.code, fault.message)
  if (!(fault instanceof ApiFailure)) throw fault
  const response = failed(fault)
  // The product API knows this session no longer: the browser must not go on believing in it.
  if (fault.status === 401 && endpoint.auth) {
    for (const cookie of endedSession(request.headers.get('cookie'))) response.headers.append('set-cookie', cookie)
  }
  return response
}
