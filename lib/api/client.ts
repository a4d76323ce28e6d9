import 'server-only'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { type Endpoint, type EndpointInput, fillPath } from '#contract/endpoint.ts'
import { webEnv } from '#lib/env.ts'
import { hasDotSegment } from '#lib/page-cache/pages.ts'
import { noteTags, noteUntagged, renderContext } from '#lib/page-cache/render-context.ts'
import { askOverHttp, type HttpAnswer, openFile } from './ask-over-http.ts'
import { ApiFailure } from './failure.ts'
import { apiLog } from './log.ts'
import { type Answer, failureOf, readAnswer, tagsOf } from './read-answer.ts'

const patienceMs = 5_000

/** The input of a call that is known at run time only. */
export type LooseInput = {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  /** The body as JSON text that a browser has sent, in place of `body`. */
  text?: string | undefined
  /** The version that a browser has edited. */
  ifMatch?: string | undefined
}
/** Typed by the contract's row, if the call is known. */
type InputOf<E extends Endpoint> = Endpoint extends E ? LooseInput : EndpointInput<E>

/** A streamed file: its type, and its length in bytes. */
export type SentFile = { type: string; bytes: number; content: Readable }

/** The caller: the session's token if there is one, the browser's user agent, and its known-browser cookie. */
export type CallAs = { token?: string | undefined; userAgent?: string | undefined; knownBrowser?: string | undefined }

type Stopped = {
  /** The call is given up with it. */
  signal?: AbortSignal | undefined
}

/**
 * Makes a call that is the same for every reader: no session is sent. The page being rendered is cached under the tags of
 * the answer, and only for a short time if it has none.
 * @throws ApiFailure for every answer that is not a success, and `unreachable` (status 503) if there was none.
 */
export async function callPublic<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
): Promise<Answer<z.output<E['response']>>> {
  let response: HttpAnswer
  try {
    response = await send(endpoint, input as LooseInput)
  } catch (unanswered) {
    noteUntagged()
    throw unanswered
  }
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
  as: CallAs & Stopped,
): Promise<Answer<z.output<E['response']>>> {
  return readAnswer(endpoint, await send(endpoint, input as LooseInput, as))
}

/**
 * Like `call`, for a call that takes a file.
 * @throws ApiFailure as `callPublic` does.
 */
export async function callWithFile<E extends Endpoint & { takesFile: object }>(
  endpoint: E,
  file: SentFile,
  as: CallAs,
  query?: Record<string, unknown>,
): Promise<Answer<z.output<E['response']>>> {
  return readAnswer(endpoint, await send(endpoint, { file, query }, as))
}

/**
 * Like `call`, for a call that answers with a file: streamed, never stored here.
 * @throws ApiFailure as `callPublic` does, for any answer but the file.
 */
export async function callForFile(
  endpoint: Endpoint & { answersFile: string },
  as: CallAs,
): Promise<{ headers: Headers; content: Readable }> {
  return openAnswer(endpoint, headersOf(as))
}

/**
 * Like `call`, for a call that streams its answer as server-sent events; a product API without them answers with the
 * whole as JSON.
 * @throws ApiFailure as `callPublic` does, for a refusal before it begins.
 */
export async function callForEvents(
  endpoint: Endpoint & { events: z.ZodType },
  body: string,
  as: CallAs & Stopped,
): Promise<{ headers: Headers; content: Readable }> {
  const headers = { ...headersOf(as), accept: 'text/event-stream', 'content-type': 'application/json' }
  return openAnswer(endpoint, headers, { body, signal: as.signal })
}

/**
 * Like `callForEvents`, for a call that takes a file.
 * @throws ApiFailure as `callPublic` does, for a refusal before it begins.
 */
export async function callWithFileForEvents(
  endpoint: Endpoint & { takesFile: object; events: z.ZodType },
  { type, bytes, content }: SentFile,
  as: CallAs,
  query?: Record<string, unknown>,
): Promise<{ headers: Headers; content: Readable }> {
  const about = { accept: 'text/event-stream', 'content-type': type, 'content-length': String(bytes) }
  return openAnswer(endpoint, { ...headersOf(as), ...about }, { body: content, query })
}

async function openAnswer(
  { path, method }: Endpoint,
  headers: Record<string, string>,
  { body, query, signal }: { body?: string | Readable; query?: Record<string, unknown> | undefined } & Stopped = {},
): Promise<{ headers: Headers; content: Readable }> {
  const length = typeof body === 'string' && { 'content-length': String(Buffer.byteLength(body)) }
  const asked = { method, headers: { ...headers, ...length }, ...(body && { body }), ...(signal && { signal }) }
  const answer = await openFile(apiUrl(path, query), asked).catch((cause) => {
    throw unreachable(`${method} ${path}`, cause, signal)
  })
  if (answer.ok) return answer
  throw await failureOf(answer)
}

async function send(
  endpoint: Endpoint,
  input: LooseInput & { file?: SentFile },
  as: CallAs & Stopped = {},
): Promise<HttpAnswer> {
  const text = input.text ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
  const path = fillPath(endpoint.path, input.params)
  // A URL would resolve the dots, and lead to another call.
  if (hasDotSegment(path)) throw new ApiFailure(404, 'not_found', 'There is nothing at this address')
  const url = apiUrl(path, input.query)
  const late = AbortSignal.timeout(endpoint.timeoutMs ?? patienceMs)
  try {
    return await askAgain(url, {
      method: endpoint.method,
      signal: as.signal ? AbortSignal.any([late, as.signal]) : late,
      headers: {
        accept: 'application/json',
        ...headersOf(as),
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(input.ifMatch && { 'if-match': input.ifMatch }),
        ...(input.file && { 'content-type': input.file.type, 'content-length': String(input.file.bytes) }),
      },
      ...(text !== undefined && { body: text }),
      ...(input.file && { body: input.file.content }),
    })
  } catch (cause) {
    throw unreachable(endpoint.call, cause, as.signal)
  }
}

/** @param givenUp the caller's signal: a call that its caller no longer wants is no fault. */
function unreachable(call: string, cause: unknown, givenUp?: AbortSignal): ApiFailure {
  if (!givenUp?.aborted) apiLog().warn({ call, err: cause }, 'the product API does not answer')
  return new ApiFailure(503, 'unreachable', 'The product API does not answer', { cause })
}

function headersOf({ token, userAgent, knownBrowser }: CallAs): Record<string, string> {
  const context = renderContext()
  return {
    ...(context && { 'x-request-id': context.requestId, 'x-forwarded-for': context.clientAddress }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(userAgent && { 'user-agent': userAgent }),
    ...(knownBrowser && { 'x-known-browser': knownBrowser }),
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
  const url = new URL(webEnv().PRODUCT_API_URL.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}
