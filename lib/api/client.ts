import type { z } from 'zod'
import { type Endpoint, type EndpointInput, fillPath } from '#contract/endpoint.ts'
import { webEnv } from '#lib/env.ts'
import { noteTags, renderContext } from '#lib/page-cache/render-context.ts'
import { ApiFailure } from './failure.ts'
import { logLeftOut, withoutUnreadable } from './leave-out.ts'

const timeoutMs = 5_000
const faultsLogged = 5

/** An answer with what its headers say: the cursor of the next page, the corrected query, where it moved. */
export type Answer<T> = { body: T; nextCursor: string | undefined; headers: Headers; finalPath: string }

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** Who calls through us: the session's token where there is one, the browser's name, and what it kept of its sign-ins. */
export type CallAs = { token?: string; userAgent?: string; knownBrowser?: string }

/**
 * Asks the product API for something that is the same for every reader: no session is sent. `dependsOn` are the tags
 * under which the page being made is kept.
 * @throws ApiFailure for every answer that is not a success, and `unreachable` (status 503) where none came.
 */
export async function callPublic<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: { dependsOn: readonly string[] },
): Promise<Answer<z.output<E['response']>>> {
  // Before the call: a missing story's page must be made anew as well, once the story is there.
  noteTags(options.dependsOn)
  return readAnswer(endpoint, await send(endpoint, input as Input))
}

/**
 * Makes a call for one person: with the session where there is one, and never kept.
 * @throws ApiFailure as `callPublic` does.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  as: CallAs,
): Promise<Answer<z.output<E['response']>>> {
  return readAnswer(endpoint, await send(endpoint, input as Input, as))
}

async function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<Answer<z.output<E['response']>>> {
  const body: unknown = await response.json().catch(() => undefined)
  let parsed = endpoint.response.safeParse(body)
  if (!parsed.success) {
    // One story that cannot be read must not take a whole list with it.
    const { issues } = parsed.error
    const rest = endpoint.response.safeParse(withoutUnreadable(body, issues))
    if (rest.success) logLeftOut(endpoint.path, issues.slice(0, faultsLogged))
    parsed = rest.success ? rest : parsed
  }
  if (!parsed.success) {
    throw new ApiFailure(503, 'invalid_answer', 'The product API answered something else than its contract says', {
      cause: parsed.error,
    })
  }
  return {
    body: parsed.data as z.output<E['response']>,
    nextCursor: nextCursor(response.headers.get('link')),
    headers: response.headers,
    finalPath: new URL(response.url).pathname,
  }
}

async function send(
  endpoint: Endpoint,
  input: Input,
  { token, userAgent, knownBrowser }: CallAs = {},
): Promise<Response> {
  const url = apiUrl(fillPath(endpoint.path, input.params), input.query)
  const context = renderContext()
  let response: Response
  try {
    response = await fetchAgain(url, {
      method: endpoint.method,
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        ...(context && { 'x-request-id': context.requestId, 'x-forwarded-for': context.clientAddress }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(userAgent && { 'user-agent': userAgent }),
        ...(knownBrowser && { 'x-known-browser': knownBrowser }),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    })
  } catch (cause) {
    throw new ApiFailure(503, 'unreachable', 'The product API does not answer', { cause })
  }
  if (!response.ok) throw await failureOf(response)
  return response
}

const brokenCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Once more where a kept connection broke before any answer, and asking twice changes nothing. */
async function fetchAgain(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (fault) {
    const { code } = ((fault as Error).cause ?? {}) as { code?: string }
    if (init.method !== 'GET' || !brokenCodes.has(code ?? '')) throw fault
    return fetch(url, init)
  }
}

function apiUrl(path: string, query: Record<string, unknown> = {}): URL {
  const url = new URL(webEnv().PRODUCT_API_URL.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message, fields } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const seconds = Number(response.headers.get('retry-after'))
  return new ApiFailure(
    response.status,
    typeof code === 'string' || typeof code === 'number' ? code : 'unknown',
    typeof message === 'string' ? message : `Server responded with status: ${response.status}`,
    { retryAfterSeconds: seconds > 0 ? seconds : undefined, fields: sentences(fields) },
  )
}

function sentences(fields: unknown): Record<string, string> | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined
  return Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, String(sentence)]))
}

function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1]
  return target ? (new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined) : undefined
}
