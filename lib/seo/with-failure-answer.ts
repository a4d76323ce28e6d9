import { ApiFailure } from '#lib/api/failure.ts'

/** The answer of a feed, a sitemap or a picture if its story is missing or the product API is out of reach. */
export async function withFailureAnswer(make: () => Promise<Response>): Promise<Response> {
  try {
    return await make()
  } catch (fault) {
    if (!(fault instanceof ApiFailure)) throw fault
    if (fault.status === 404 || fault.status === 400) return plain(404, 'Not found.')
    const status = fault.status === 429 ? 429 : 503
    return plain(status, 'Not available right now. Please try again later.', fault.retryAfterSeconds ?? 5)
  }
}

function plain(status: number, sentence: string, retryAfterSeconds?: number): Response {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
  }
  return new Response(`${sentence}\n`, { status, headers })
}
