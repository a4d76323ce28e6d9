import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'

type Parts = {
  /** The page that a reader would get at this address now; undefined if it is not public. */
  pageAt: (url: string, client: string) => Promise<{ key: string; status: number } | undefined>
  count: (request: IncomingMessage, key: string) => void
  /** How many reads are believed of one client in a minute. */
  most?: number
}

const prefix = '/reads'
const storyRead = /^\/reads\/article\/[^/]+$/
const minuteMs = 60_000
const mostClients = 10_000

/**
 * Answers `POST /reads/article/{slug}`, by which a browser reports that it shows a story that it had prefetched
 * (`page-scripts/count-read.js`). Pages of other sites cannot: the browser itself says where a request comes from. A
 * program can, but it may as well ask for the story, which counts too.
 */
export function createPrefetchedReads({ pageAt, count, most = 60 }: Parts) {
  const countsOf = new LRUCache<string, { count: number }>({ max: mostClients, ttl: minuteMs })

  /** @returns whether the address is this one. */
  return async (request: IncomingMessage, response: ServerResponse, client: string): Promise<boolean> => {
    if (request.method !== 'POST' || !storyRead.test(request.url ?? '')) return false
    request.resume()
    response.writeHead(await statusFor(request, client), { 'cache-control': 'no-store' })
    response.end()
    return true
  }

  async function statusFor(request: IncomingMessage, client: string): Promise<204 | 403 | 404 | 429> {
    if (request.headers['sec-fetch-site'] !== 'same-origin') return 403
    if (isTooMuch(client)) return 429
    const page = await pageAt(request.url?.slice(prefix.length) ?? '', client)
    if (page?.status !== 200) return 404
    count(request, page.key)
    return 204
  }

  function isTooMuch(client: string): boolean {
    const said = countsOf.get(client) ?? { count: 0 }
    if (said.count === 0) countsOf.set(client, said)
    said.count++
    return said.count > most
  }
}
