import type { SharedCache } from '#runtime/shared-cache.ts'
import { type PurgeCall, purgeCalls, type Services } from './purge-calls.ts'

const answerMs = 10_000
const sentenceMost = 200
const retryAfterMostMs = 10 * 60_000

type PurgeFailureOptions = { cause?: unknown; status?: number; retryAfterMs?: number }

/** A shared cache that did not drop what it was told to. */
export class PurgeFailure extends Error {
  /** How long it wants to be left alone. */
  readonly retryAfterMs: number

  /** The status of its answer; undefined if it did not answer. */
  readonly status: number | undefined

  constructor(message: string, { cause, status, retryAfterMs = 0 }: PurgeFailureOptions = {}) {
    super(message, { cause })
    this.name = 'PurgeFailure'
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Drops all pages with one of the tags, or all pages, from a shared cache.
 * @param at where the services are, for tests; `end` breaks off
 * @throws PurgeFailure if it refuses or does not answer; a part may have been dropped
 */
export async function purge(
  cache: SharedCache,
  tags: readonly string[] | 'everything',
  { at, end }: { at?: Services; end?: AbortSignal } = {},
): Promise<void> {
  for (const call of purgeCalls(cache, tags, at)) await send(call, end)
}

async function send({ url, ...init }: PurgeCall, end: AbortSignal | undefined): Promise<void> {
  const host = new URL(url).host
  const timeout = AbortSignal.timeout(answerMs)
  // A redirect would pass the token on.
  const options = { ...init, redirect: 'error', signal: end ? AbortSignal.any([end, timeout]) : timeout } as const
  const { response, text } = await ask(url, options).catch((cause: unknown) => {
    throw new PurgeFailure(`${host} does not answer`, { cause })
  })
  if (response.ok) return
  const retryAfterMs = Math.min(Number(response.headers.get('retry-after')) * 1_000 || 0, retryAfterMostMs)
  const reason = text.replace(/\s+/g, ' ').trim().slice(0, sentenceMost)
  const { status } = response
  throw new PurgeFailure(`${host} answered ${status}${reason && `: ${reason}`}`, { status, retryAfterMs })
}

async function ask(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  const response = await fetch(url, init)
  return { response, text: await response.text() }
}
