import 'server-only'
import type { Endpoint } from '#contract/endpoint.ts'
import { inSentences, parsePart, type WrongFields, withIfMatch } from '#contract/input.ts'
import { type CallAs, call, callPublic, type LooseInput } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { webEnv } from '#lib/env.ts'
import { failed, foreignRefusal, problem } from '#lib/http/problem.ts'
import { parseJson, readJsonText } from '#lib/http/request.ts'
import { purge } from '#lib/renderer/render-context.ts'
import { callerOf } from '#lib/session/caller.ts'
import { endSession } from '#lib/session/cookies.ts'

/** Answers one call of the browser's; `params` are those of the call's path. */
export type Handler = (request: Request, params: Record<string, string>) => Promise<Response>

/**
 * Forwards a call to the product API, with the session's token unless the answer is the same for all. A changing call must
 * come from a page of ours; the pages that show what it changed are purged before it is answered. The browser never sees
 * the token.
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
  if (endpoint.auth && !as?.token) return signInFirst()
  const input = await readInput(endpoint, request, params)
  if (!as) {
    const answer = await callPublic(endpoint, input)
    return Response.json(answer.body, { headers: rewriteLinkHeader(answer.headers) })
  }
  // A slow call is given up when its browser goes away.
  const signal = endpoint.timeoutMs ? request.signal : undefined
  const answer = await call(endpoint, input, { ...as, signal })
  if (endpoint.method !== 'GET') purge(answer.tags)
  return Response.json(answer.body, {
    status: endpoint.status ?? 200,
    headers: { ...rewriteLinkHeader(answer.headers), 'cache-control': 'private, no-store' },
  })
}

/**
 * A call that a signed-in person makes from a page of ours; everyone else is refused before anything of it is read.
 * @param answer its failures are answered too.
 */
export function forSignedIn(
  endpoint: Endpoint,
  answer: (request: Request, as: CallAs) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const foreign = foreignRefusal(request)
    if (foreign) return foreign
    const as = await callerOf(request)
    if (!as.token) return signInFirst()
    return answer(request, as).catch((fault: unknown) => refused(fault, request, endpoint))
  }
}

function signInFirst(): Response {
  return problem('unauthenticated', 'Please log in first.')
}

/** The answer to a call that could not be passed on, or was refused there. */
export function refused(fault: unknown, request: Request, endpoint: Endpoint): Response {
  if (!(fault instanceof ApiFailure)) throw fault
  // The product API no longer knows this session, so the browser drops it too.
  const isOver = fault.status === 401 && endpoint.auth
  return isOver ? endSession(request, failed(fault)) : failed(fault)
}

/**
 * Reads a call's input. Our own product API checks it, so it is forwarded as it came; for another one it is checked here,
 * and only what the contract names is forwarded (decision 039).
 * @throws ApiFailure for a body that can't be read, and `bad_request` with a sentence for every field that is wrong.
 */
export async function readInput(
  endpoint: Endpoint,
  request: Request,
  params: Record<string, string | undefined> = {},
): Promise<LooseInput> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  if (!webEnv().PRODUCT_API_IS_OWN) return checkedInput(endpoint, request, { params, query })
  const text = endpoint.body && (await readJsonText(request))
  return { params, query, text, ifMatch: request.headers.get('if-match') ?? undefined }
}

async function checkedInput(endpoint: Endpoint, request: Request, given: LooseInput): Promise<LooseInput> {
  const fields: WrongFields = {}
  const body =
    endpoint.body && withIfMatch(endpoint.body, request.headers.get('if-match'), parseJson(await readJsonText(request)))
  const params = parsePart(endpoint.params, given.params, fields) as LooseInput['params']
  const query = parsePart(endpoint.query, given.query, fields) as LooseInput['query']
  const text = JSON.stringify(parsePart(endpoint.body, body, fields))
  if (Object.keys(fields).length > 0) throw new ApiFailure(400, 'bad_request', inSentences(fields), { fields })
  return { params, query, text }
}

/** The next page's address for the browser, under `/api`, and what a search says of its words. */
function rewriteLinkHeader(headers: Headers): Record<string, string> {
  const link = headers.get('link')
  const notes = [...headers].filter(([name]) => name === 'search-corrected' || name === 'search-too-common')
  return {
    ...(link && { link: link.replace(/<([^>]*)>/g, (_, target: string) => `<${apiPath(target)}>`) }),
    ...Object.fromEntries(notes),
  }
}

function apiPath(target: string): string {
  const url = new URL(target, 'http://localhost')
  return `/api${url.pathname}${url.search}`
}

/**
 * Answers a read that is the same for all; if there is no public answer, asks again with the caller's session, if there is
 * one. That answer is never cached.
 */
export function retryWithSession(endpoint: Endpoint): Handler {
  return async (request, params) => {
    const everybodys = await forward(endpoint, request, params)
    if (everybodys.status !== 404 || !(await callerOf(request)).token) return everybodys
    const { sameForAll: _, ...asked } = endpoint
    return forward(asked, request, params)
  }
}
