import type { z } from 'zod'
import type { BrowserCallName, CallNamed } from '#contract/calls.ts'
import { type EndpointInput, fillPath } from '#contract/endpoint.ts'
import { askServer } from './ask-server.ts'
import { unanswered } from './call-failure.ts'
import { refusalOf } from './refusal.ts'

export type CallInput<N extends BrowserCallName> = EndpointInput<CallNamed<N>>
export type CallBody<N extends BrowserCallName> = z.output<CallNamed<N>['response']>
/** `nextCursor` is the cursor of the next page, from the answer's Link header (RFC 8288). */
export type CallAnswer<N extends BrowserCallName> = {
  body: CallBody<N>
  nextCursor: string | undefined
  headers: Headers
}

type CallOptions = {
  signal?: AbortSignal
  /** How long to wait for the answer; a browser waits for minutes by itself. */
  timeoutMs?: number
  /** It goes out even though the page goes away; browsers allow 64 KB of that. */
  keepalive?: boolean
}
/** An input that can be left out if the call takes none, or if all of it is optional. */
export type Given<I> = Record<never, never> extends I ? [input?: I] : [input: I]
type Loose = {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
} & CallOptions

/**
 * Makes a call of the contract through the BFF, e.g. `callBff('POST /newsletters/subscribe', { body })`. The contract gives
 * the types alone: the answer is our own server's and is not parsed again, because zod would weigh more than the page.
 * @throws CallFailure; a refusal carries the server's own sentence and the fields that it is about.
 */
export async function callBff<N extends BrowserCallName>(
  name: N,
  ...given: Given<CallInput<N> & CallOptions>
): Promise<CallAnswer<N>> {
  const response = await askBff(name, (given as [Loose?])[0] ?? {}, 'application/json')
  try {
    return { body: await response.json(), nextCursor: nextCursor(response.headers), headers: response.headers }
  } catch (cause) {
    throw unanswered(cause)
  }
}

/** @throws CallFailure for a refusal, and if there was no answer. */
export async function askBff(name: string, input: Loose, accept: string): Promise<Response> {
  const { params, query, body, signal, timeoutMs, keepalive = false } = input
  const [method = '', path = ''] = name.split(' ')
  const response = await askServer(`/api${fillPath(path, params)}${queryText(query)}`, {
    method,
    headers: { accept, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: JSON.stringify(body),
    signal: endOf(signal, timeoutMs) ?? null,
    keepalive,
  })
  if (response.ok) return response
  throw refusalOf(response.status, response.headers.get('retry-after'), await response.json().catch(() => undefined))
}

function queryText(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}

function endOf(signal?: AbortSignal, timeoutMs?: number): AbortSignal | undefined {
  if (timeoutMs === undefined) return signal
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

function nextCursor(headers: Headers): string | undefined {
  const target = headers.get('link')?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1]
  return target ? (new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined) : undefined
}
