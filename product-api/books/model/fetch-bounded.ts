/** A text of some thousand words takes some hundred kilobytes on the wire: each of its pieces comes in an envelope. */
const wireMostBytes = 8 * 1024 * 1024

/** The endpoint has answered, but with no stream of a model. */
export class NoModelAnswer extends Error {
  override readonly name = 'NoModelAnswer'
}

/** More came than any summary has. */
export class TooLongAnswer extends Error {
  override readonly name = 'TooLongAnswer'
}

/**
 * `fetch` as a model's endpoint is asked: redirects are not followed, since the key is meant for this address alone;
 * what a refusal says is not read, it may be anyone's page; and of an answer only so much.
 */
export async function fetchBounded(address: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: 'manual' })
  const { ok, status, body, headers } = response
  if (!ok) {
    await body?.cancel().catch(() => undefined)
    return new Response(null, { status: status < 200 ? 502 : status })
  }
  if (!body || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) {
    await body?.cancel().catch(() => undefined)
    throw new NoModelAnswer()
  }
  return new Response(body.pipeThrough(counted(wireMostBytes)), { status, headers })
}

function counted(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) controller.error(new TooLongAnswer())
      else controller.enqueue(chunk)
    },
  })
}
