import 'server-only'
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts'
import { call, callPublic } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { purge } from '#lib/page-cache/render-context.ts'
import { foreignRefusal } from '#lib/requests/foreign-refusal.ts'
import { badInput, failed, problem } from '#lib/requests/problem.ts'
import { BodyFailure, readJson } from '#lib/requests/read-body.ts'
import { callerOf } from '#lib/session/caller.ts'
import { endedSession } from '#lib/session/cookies.ts'
import { parseInput } from './input.ts'
import { rewriteLinkHeader } from './rewrite-link-header.ts'
import { withIfMatch } from './with-if-match.ts'

/** Answers one call of the browser's; `params` are those of the call's path. */
export type Handler = (request: Request, params: Record<string, string>) => Promise<Response>

/**
 * Passes a call on: the input is checked by the contract, and the session's token sent along unless the answer is the same
 * for all. What changes something must come from a page of ours, and what it changed is purged before it is answered. The
 * browser never sees the token.
 */
export async function forward(endpoint: Endpoint, request: Request, params: Record<string, string>): Promise<Response> {
  const foreign = endpoint.method === 'GET' ? undefined : foreignRefusal(request)
  if (foreign) return foreign
  try {
    return await passOn(endpoint, request, params)
  } catch (fault) {
    return refused(fault, request, endpoint)
  }
}

async function passOn(endpoint: Endpoint, request: Request, params: Record<string, string>): Promise<Response> {
  const as = endpoint.sameForAll ? undefined : await callerOf(request)
  if (endpoint.auth && !as?.token) return problem('unauthenticated', 'Please sign in first.')
  const body = endpoint.body ? withIfMatch(endpoint, request.headers, await readJson(request)) : undefined
  const { input, fields } = parseInput(endpoint, params, new URL(request.url).searchParams, body)
  if (fields) return badInput(fields)
  if (!as) {
    const answer = await callPublic(endpoint, input as EndpointInput<Endpoint>)
    return Response.json(answer.body, { headers: rewriteLinkHeader(answer.headers) })
  }
  // Nothing goes on waiting for a browser that has gone.
  const signal = endpoint.timeoutMs ? request.signal : undefined
  const answer = await call(endpoint, input as EndpointInput<Endpoint>, { ...as, signal })
  if (endpoint.method !== 'GET') purge(answer.tags)
  return Response.json(answer.body, {
    status: endpoint.status ?? 200,
    headers: { ...rewriteLinkHeader(answer.headers), 'cache-control': 'private, no-store' },
  })
}

/** The answer to a call that could not be passed on, or was refused there. */
export function refused(fault: unknown, request: Request, endpoint: Endpoint): Response {
  if (fault instanceof BodyFailure) return problem(fault.code, fault.message)
  if (!(fault instanceof ApiFailure)) throw fault
  const response = failed(fault)
  // The product API knows this session no longer: the browser must not go on believing in it.
  if (fault.status === 401 && endpoint.auth) {
    for (const cookie of endedSession(request.headers.get('cookie'))) response.headers.append('set-cookie', cookie)
  }
  return response
}
