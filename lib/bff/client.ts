type FailureOptions = {
  cause?: unknown
  /** The server's own sentence. */
  detail?: string
  /** 11000 for what exists already, else the problem's word. */
  code?: string | number
  /** Field → sentence. */
  fields?: Record<string, string>
  retryAfterSeconds?: number
}

/** A call of the browser's that was refused (`status`), or that nobody answered (status 0). */
export class CallFailure extends Error {
  readonly status: number
  readonly detail: string | undefined
  readonly code: string | number | undefined
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'CallFailure'
    this.status = status
    this.detail = options.detail
    this.code = options.code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export type JsonAnswer<T> = { body: T; nextCursor: string | undefined; headers: Headers }

/**
 * Asks the BFF from the browser. The answer is our own and is not parsed again: zod would cost more than the page's code.
 * @throws CallFailure
 */
export async function getJson<T>(path: string, options: { signal?: AbortSignal } = {}): Promise<JsonAnswer<T>> {
  const init = { headers: { accept: 'application/json' }, signal: options.signal }
  const response = await answerOf(path, init, 'Failed to load content. Please try again later.')
  if (!response.ok) throw new CallFailure(response.status, messageOf(response.status))
  return {
    body: (await response.json()) as T,
    nextCursor: nextCursor(response.headers.get('link')),
    headers: response.headers,
  }
}

/**
 * Calls the BFF to do something; a refusal carries the server's own sentence.
 * @throws CallFailure
 */
export async function callJson<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<JsonAnswer<T>> {
  const headers = { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) }
  const response = await answerOf(path, { method, headers, body: JSON.stringify(body) })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw refusal(response, answer)
  return { body: answer as T, nextCursor: nextCursor(response.headers.get('link')), headers: response.headers }
}

/**
 * Sends a form's fields, as next-auth takes them.
 * @returns what was answered, refusals too.
 * @throws CallFailure where nobody answered.
 */
export async function sendForm<T>(path: string, fields: Record<string, string>): Promise<{ status: number; body: T }> {
  const response = await answerOf(path, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: response.status, body: await response.json().catch(() => ({})) }
}

async function answerOf(
  path: string,
  init: RequestInit,
  otherwise = 'The network does not answer. Please try again.',
): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (cause) {
    throw new CallFailure(0, otherwise, { cause })
  }
}

function refusal({ status, headers }: Response, answer: unknown): CallFailure {
  const { message, error, detail, code, fields } = (answer ?? {}) as Record<string, never>
  const sentence = [message, error, detail].find((text) => typeof text === 'string' && text !== '')
  const retryAfterSeconds = Number(headers.get('retry-after')) || undefined
  return new CallFailure(status, sentence ?? messageOf(status), { detail: sentence, code, fields, retryAfterSeconds })
}

/** The sentences of the specification's error catalogue, for a list that could not be loaded. */
function messageOf(status: number): string {
  return status === 429 ? 'Too many requests. Please try again later.' : `Server responded with status: ${status}`
}

function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1]
  return target ? (new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined) : undefined
}
