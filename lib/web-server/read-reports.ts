import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { ReadCounter } from './read-counter.ts'

type Parts = {
  /** The page that a reader would get at this address now; undefined if it is not public. */
  pageAt: (url: string, client: string) => Promise<{ key: string; status: number } | undefined>
  counter: Pick<ReadCounter, 'countShown' | 'countReader' | 'countHeard'>
  /** After something was counted. */
  onCounted: () => void
  /** How many reports of a kind are believed of one client in a minute. */
  most?: number
}

const report = /^\/reads(?:\/(began|finished|heard))?(\/article\/[^/?]+)$/
type Kind = 'shown' | 'began' | 'finished' | 'heard'

/** The longest body: the address of a page. */
const bodyMost = 4_096
/** No narration is longer than this; the product API knows how long it is. */
const heardMostSeconds = 4 * 60 * 60

/**
 * Answers what pages of stories report of their readers:
 * - `POST /reads/article/{slug}`: a page that had been loaded ahead is shown; the body is the address of the page before
 *   (`page-scripts/count-read.js`).
 * - `/reads/began/article/{slug}` and `/reads/finished/…`: the reader touched the page, or reached its end.
 * - `/reads/heard/…`: the body is how many seconds of the narration were played.
 *
 * Pages of other sites can't report: the browser itself says where a request comes from. A program can, but it may as well
 * ask for the story, which counts too.
 */
export function createReadReports({ pageAt, counter, onCounted, most = 60 }: Parts) {
  const countsOf = new LRUCache<string, number>({ max: 40_000, ttl: 60_000, noUpdateTTL: true })

  /** @returns whether the address is one of these. */
  return async (request: IncomingMessage, response: ServerResponse, client: string): Promise<boolean> => {
    const [, kind = 'shown', url] = (request.method === 'POST' && report.exec(request.url ?? '')) || []
    if (url === undefined) return false
    const status = await statusFor(request, { kind: kind as Kind, url, client })
    request.resume()
    response.writeHead(status, { 'cache-control': 'no-store' }).end()
    return true
  }

  async function statusFor(
    request: IncomingMessage,
    { kind, url, client }: { kind: Kind; url: string; client: string },
  ): Promise<204 | 400 | 403 | 404 | 413 | 429> {
    if (request.headers['sec-fetch-site'] !== 'same-origin') return 403
    const asked = (countsOf.get(`${kind} ${client}`) ?? 0) + 1
    countsOf.set(`${kind} ${client}`, asked)
    if (asked > most) return 429
    const body = await bodyOf(request)
    if (body === undefined) return 413
    const seconds = kind === 'heard' ? secondsIn(body) : 0
    if (seconds === undefined) return 400
    const page = await pageAt(url, client)
    if (page?.status !== 200) return 404
    if (kind === 'shown') counter.countShown(request, page.key, body)
    else if (kind === 'heard') counter.countHeard(request, page.key, seconds)
    else counter.countReader(request, page.key, kind)
    onCounted()
    return 204
  }
}

/** Undefined if it is too long, or if the client goes away meanwhile. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  let body = ''
  try {
    // The connection stays: the rest is read and dropped, so that the answer arrives.
    for await (const part of request.setEncoding('latin1').iterator({ destroyOnReturn: false })) {
      body += part
      if (body.length > bodyMost) return undefined
    }
    return body
  } catch {
    return undefined
  }
}

function secondsIn(body: string): number | undefined {
  const seconds = /^\d{1,5}$/.test(body) ? Number(body) : 0
  return seconds >= 1 && seconds <= heardMostSeconds ? seconds : undefined
}
