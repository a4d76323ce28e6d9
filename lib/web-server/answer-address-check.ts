import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fillPath } from '#contract/endpoint.ts'
import { addressCheckPath, type SeenRequest, system } from '#contract/system.ts'
import { answerLine, clientAddress } from './check-request.ts'

const askMs = 2_000
/** Between the halves of the answer, which show whether a proxy holds answers back. */
const pauseMs = 500
const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

type Deps = { productApiUrl: string; trustsProxy: boolean }

/**
 * Answers a check of the site's own address (`npm run doctor`): tells the product API how the request has reached us. Only
 * the product API knows which checks are running; every other address there is a 404.
 * @returns false for every other address.
 */
export async function answerAddressCheck(
  request: IncomingMessage,
  response: ServerResponse,
  { productApiUrl, trustsProxy }: Deps,
): Promise<boolean> {
  const { url = '', headers } = request
  if (!url.startsWith(addressCheckPath)) return false
  const check = url.slice(addressCheckPath.length)
  const seen: SeenRequest = {
    host: (headers.host ?? '').slice(0, 300),
    forwarded_for: String(headers['x-forwarded-for'] ?? '').slice(-2_000),
    client: clientAddress(request, trustsProxy),
    trusts_proxy: trustsProxy,
  }
  const status = id.test(check) ? await note(productApiUrl, check, seen) : 404
  if (status === 403) answerLine(response, 403, 'The product API takes nothing from here (WEB_ADDRESSES).')
  else if (status === undefined || status >= 500) answerLine(response, 503, 'The product API does not answer.')
  else if (status !== 200) answerLine(response, 404, 'not found')
  else {
    // The headers of all answers that come in pieces (lib/bff/proxy-events.ts).
    const shared = { 'cache-control': 'private, no-store, no-transform', 'x-accel-buffering': 'no' }
    response.writeHead(200, { ...shared, 'content-type': 'text/event-stream' })
    response.write('data: here\n\n')
    await delay(pauseMs)
    response.end('data: still here\n\n')
  }
  return true
}

/** @returns the status of the product API's answer; undefined without one. */
async function note(productApiUrl: string, check: string, seen: SeenRequest): Promise<number | undefined> {
  try {
    const { status, body } = await fetch(productApiUrl + fillPath(system.noteAddressCheck.path, { id: check }), {
      method: system.noteAddressCheck.method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(seen),
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(askMs),
    })
    await body?.cancel()
    return status
  } catch {
    return undefined
  }
}
