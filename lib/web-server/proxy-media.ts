import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { parseAudioAddress } from '#contract/audio-address.ts'
import { parseJpegAddress } from '#contract/mailed-pictures.ts'
import { parseUploadAddress } from '#contract/uploaded-pictures.ts'
import { answerLine } from './check-request.ts'

type Kind = {
  folder: string
  /** The type of the file that an address names; undefined if it can't be one of ours. */
  typeOf: (path: string) => string | undefined
  missing: string
  away: string
}

const audioTypes = { mp3: 'audio/mpeg', vtt: 'text/vtt; charset=utf-8', json: 'application/json+chapters' }
const kinds: readonly Kind[] = [
  {
    folder: '/uploads/',
    typeOf: (path) => (parseUploadAddress(path) && 'image/webp') || (parseJpegAddress(path) && 'image/jpeg'),
    missing: 'There is no such picture.',
    away: 'This picture cannot be shown right now.',
  },
  {
    folder: '/audio/',
    typeOf: (path) => {
      const asked = parseAudioAddress(path)
      return asked && audioTypes[asked.kind]
    },
    missing: 'There is no such sound.',
    away: 'This cannot be played right now.',
  },
]
/** Until the answer begins; then the longest pause of a reader on a slow line. */
const patienceMs = 10_000
const readerPatienceMs = 120_000
const forGood = 'public, max-age=31536000, immutable'
/** The headers of a request that are passed on: none that says who asks. */
const asking = ['if-none-match', 'range', 'if-range'] as const
const told = ['etag', 'content-length', 'content-range', 'accept-ranges'] as const

/**
 * Answers uploaded pictures and speech: streams the file, or the requested part, from the product API and stores nothing
 * here; browsers keep them for a year. Even from another product API, only WebP, JPEG, MP3, WebVTT and chapters come through.
 * @returns whether the address belongs to such a file.
 */
export async function proxyMedia(
  request: IncomingMessage,
  response: ServerResponse,
  productApiUrl: string,
): Promise<boolean> {
  const path = request.url?.split('?', 1)[0] ?? ''
  const kind = kinds.find(({ folder }) => path.startsWith(folder))
  if (!kind) return false
  const type = kind.typeOf(path)
  if (!type) {
    answerLine(response, 404, kind.missing)
    return true
  }
  const answer = await ask(`${productApiUrl}${path}`, request)
  const status = answer?.statusCode ?? 503
  const isFile = (status === 200 || status === 206) && answer?.headers['content-type'] === type
  if (!answer || !(isFile || status === 304)) {
    answer?.destroy()
    if (answer && status === 416)
      answerLine(response, 416, 'The file has no such part.', picked(answer, ['content-range']))
    else if (status < 500) answerLine(response, 404, kind.missing)
    else answerLine(response, 503, kind.away)
    return true
  }
  const headers = { 'cache-control': forGood, ...picked(answer, told), ...(isFile && { 'content-type': type }) }
  response.writeHead(status, headers)
  // If the file breaks off on either side, it is too late to tell.
  await pipeline(answer, response).catch(() => undefined)
  return true
}

function picked({ headers }: IncomingMessage, names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])))
}

async function ask(url: string, request: IncomingMessage): Promise<IncomingMessage | undefined> {
  const asked = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const sent = asked(url, { method: request.method, headers: picked(request, asking) }, (answer) => {
      sent.setTimeout(readerPatienceMs)
      resolve(answer)
    })
    sent.setTimeout(patienceMs, () => sent.destroy(new Error('Nothing moved in time')))
    sent.on('error', () => resolve(undefined))
    sent.end()
  })
}
