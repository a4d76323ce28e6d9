import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { parseUploadAddress } from '#contract/upload-address.ts'

const folder = '/uploads/'
/** Until the answer begins; then as long as a reader on a slow line may stand still. */
const patienceMs = 10_000
const readerPatienceMs = 120_000
const forGood = 'public, max-age=31536000, immutable'

/**
 * Answers pictures that were uploaded: passed on from the product API as they come, and not kept here; browsers keep them
 * for a year. Whatever stands in that API's place, only WebP comes through.
 * @returns whether the address is one of theirs.
 */
export async function answerUpload(
  request: IncomingMessage,
  response: ServerResponse,
  { productApiUrl }: { productApiUrl: string },
): Promise<boolean> {
  const path = request.url?.split('?', 1)[0] ?? ''
  if (!path.startsWith(folder)) return false
  if (!parseUploadAddress(path)) {
    refuse(response, 404)
    return true
  }
  const answer = await ask(`${productApiUrl.replace(/\/+$/, '')}${path}`, request)
  const status = answer?.statusCode ?? 503
  const isPicture = status === 200 && answer?.headers['content-type'] === 'image/webp'
  if (!answer || !(isPicture || status === 304)) {
    answer?.destroy()
    refuse(response, status < 500 ? 404 : 503)
    return true
  }
  response.writeHead(status, { ...headersOf(answer.headers), ...(isPicture && { 'content-type': 'image/webp' }) })
  // Nobody is left to be told of a picture that breaks off, on either side.
  await pipeline(answer, response).catch(() => undefined)
  return true
}

function headersOf({ etag, 'content-length': length }: IncomingMessage['headers']): OutgoingHttpHeaders {
  return { 'cache-control': forGood, ...(etag && { etag }), ...(length && { 'content-length': length }) }
}

async function ask(url: string, { method, headers }: IncomingMessage): Promise<IncomingMessage | undefined> {
  const asked = url.startsWith('https:') ? requestHttps : requestHttp
  const condition = headers['if-none-match']
  return new Promise((resolve) => {
    const sent = asked(url, { method, headers: { ...(condition && { 'if-none-match': condition }) } }, (answer) => {
      sent.setTimeout(readerPatienceMs)
      resolve(answer)
    })
    sent.setTimeout(patienceMs, () => sent.destroy(new Error('Nothing moved in time')))
    sent.on('error', () => resolve(undefined))
    sent.end()
  })
}

function refuse(response: ServerResponse, status: 404 | 503): void {
  const sentence = status === 404 ? 'There is no such picture.' : 'This picture cannot be shown right now.'
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${sentence}\n`)
}
