import 'server-only'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { type Endpoint, type EndpointInput, fillPath } from '#contract/endpoint.ts'
import { webEnv } from '#lib/env.ts'
import { hasDotSegment } from '#lib/page-cache/pages.ts'
import { noteTags, noteUntagged, renderContext } from '#lib/renderer/render-context.ts'
import { askOverHttp, type HttpAnswer, openFile } from './ask-over-http.ts'
import { ApiFailure } from './failure.ts'
import { type Answer, apiLog, failureOf, readAnswer, tagsOf } from './read-answer.ts'

const patienceMs = 5_000

/** The input of a call that is known at run time only. */
export type LooseInput = {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  /** The body as JSON text that a browser has sent, in place of `body`. */
  text?: string | undefined
  /** A streamed file in place of a body: its type, and its length in bytes. */
  file?: { type: string; bytes: number; content: Readable }
  /** The version that a browser has edited. */
  ifMatch?: string | undefined
}
/** Typed by the contract's row, if the call is known. */
type InputOf<E extends Endpoint> = Endpoint extends E ? LooseInput : EndpointInput<E>

/** The caller: the session's token if there is one, the browser's user agent, and its known-browser cookie. */
export type CallAs = { token?: string | undefined; userAgent?: string | undefined; knownBrowser?: string | undefined }

/** The call is given up with the signal. */
type Stoppable = CallAs & { signal?: AbortSignal | undefined }

/**
 * Makes a call that is the same for every reader: no session is sent. The page being rendered is cached under the tags of
 * the answer, and only for a short time if it has none.
 * @throws ApiFailure for every answer that is not a success, and `unreachable` (status 503) if there was none.
 */
export async function callPublic<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
): Promise<Answer<z.output<E['response']>>> {
  const response = await send(endpoint, input as LooseInput, {}).catch((unanswered) => {
    noteUntagged()
    throw unanswered
  })
  // A refusal has tags too: a missing story's page must be rendered again once the story exists.
  const tags = tagsOf(response)
  if (tags) noteTags(tags)
  else noteUntagged()
  return readAnswer(endpoint, response)
}

/**
 * Makes a call for one person: with the session if there is one, and never cached.
 * @throws ApiFailure as `callPublic` does.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  as: Stoppable,
): Promise<Answer<z.output<E['response']>>> {
  return readAnswer(endpoint, await send(endpoint, input as LooseInput, as))
}

/**
 * Like `call`, for an answer that is streamed and never stored here: a file, or server-sent events, in place of which a
 * product API without them answers with the whole as JSON.
 * @throws ApiFailure as `callPublic` does, for a refusal before the answer begins.
 */
export async function openCall(
  endpoint: Endpoint,
  input: LooseInput,
  as: Stoppable,
): Promise<{ headers: Headers; content: Readable }> {
  const accept = endpoint.answersFile ?? 'text/event-stream'
  const answer = await request(openFile, endpoint, input, as, { accept, signal: as.signal })
  if (answer.ok) return answer
  throw await failureOf(answer)
}

async function send(endpoint: Endpoint, input: LooseInput, as: Stoppable): Promise<HttpAnswer> {
  const late = AbortSignal.timeout(endpoint.timeoutMs ?? patienceMs)
  const signal = as.signal ? AbortSignal.any([late, as.signal]) : late
  return request(askAgain, endpoint, input, as, { accept: 'application/json', signal })
}

type Ask<T> = (...asked: Parameters<typeof askOverHttp>) => Promise<T>

async function request<T>(
  ask: Ask<T>,
  { call, method, path }: Endpoint,
  { params, query, body, text = JSON.stringify(body), file, ifMatch }: LooseInput,
  { token, userAgent, knownBrowser, signal: givenUp }: Stoppable,
  { accept, signal }: { accept: string; signal: AbortSignal | undefined },
): Promise<T> {
  const filled = fillPath(path, params)
  // A URL would resolve the dots, and lead to another call.
  if (hasDotSegment(filled)) throw new ApiFailure(404, 'not_found', 'There is nothing at this address')
  const type = file?.type ?? (text === undefined ? undefined : 'application/json')
  const context = renderContext()
  const headers = {
    accept,
    ...(context && { 'x-request-id': context.requestId, 'x-forwarded-for': context.clientAddress }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(userAgent && { 'user-agent': userAgent }),
    ...(knownBrowser && { 'x-known-browser': knownBrowser }),
    ...(type && { 'content-type': type }),
    ...(file && { 'content-length': String(file.bytes) }),
    ...(ifMatch && { 'if-match': ifMatch }),
  }
  try {
    return await ask(apiUrl(filled, query), { method, headers, body: file?.content ?? text, signal })
  } catch (cause) {
    // A call that its caller no longer wants is no fault.
    if (!givenUp?.aborted) apiLog().warn({ call, err: cause }, 'the product API does not answer')
    throw new ApiFailure(503, 'unreachable', 'The product API does not answer', { cause })
  }
}

const brokenCodes = new Set(['ECONNRESET', 'EPIPE'])

/** Retries a read if a kept-alive connection broke before any answer. */
async function askAgain(...[url, asked]: Parameters<typeof askOverHttp>): Promise<HttpAnswer> {
  try {
    return await askOverHttp(url, asked)
  } catch (fault) {
    const { code } = fault as { code?: string }
    if (asked.method !== 'GET' || !brokenCodes.has(code ?? '')) throw fault
    return askOverHttp(url, asked)
  }
}

function apiUrl(path: string, query: Record<string, unknown> = {}): URL {
  const url = new URL(webEnv().PRODUCT_API_URL + path)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}
