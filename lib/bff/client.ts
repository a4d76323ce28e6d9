/** A call of the browser's that was refused (`status`), or that nobody answered (status 0). */
export class CallFailure extends Error {
  readonly status: number

  constructor(status: number, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'CallFailure'
    this.status = status
  }
}

export type JsonAnswer<T> = { body: T; nextCursor: string | undefined; headers: Headers }

/**
 * Asks the BFF from the browser. The answer is our own and is not parsed again: zod would cost more than the page's code.
 * @throws CallFailure
 */
export async function getJson<T>(path: string, options: { signal?: AbortSignal } = {}): Promise<JsonAnswer<T>> {
  let response: Response
  try {
    response = await fetch(path, { headers: { accept: 'application/json' }, signal: options.signal })
  } catch (cause) {
    throw new CallFailure(0, 'Failed to load content. Please try again later.', { cause })
  }
  if (!response.ok) throw new CallFailure(response.status, messageOf(response.status))
  return {
    body: (await response.json()) as T,
    nextCursor: nextCursor(response.headers.get('link')),
    headers: response.headers,
  }
}

/** The sentences of the specification's error catalogue, for a list that could not be loaded. */
function messageOf(status: number): string {
  return status === 429 ? 'Too many requests. Please try again later.' : `Server responded with status: ${status}`
}

function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1]
  return target ? (new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined) : undefined
}
