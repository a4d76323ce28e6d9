import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { PageCache } from '#lib/page-cache/page-cache.ts'
import { isForwarded, isLoopback, isOwnHost } from '#runtime/http-server.ts'
import type { ReadCounter } from './read-counter.ts'

const readyTimeoutMs = 2_000

/**
 * Answers `/healthz`, `/readyz` and `/metrics`; false for every other address. The figures are for callers on this machine
 * only: a request that a proxy has passed on gets a 404, and so does everyone else.
 */
export async function answerOps(
  request: IncomingMessage,
  response: ServerResponse,
  deps: { cache: PageCache; counter: ReadCounter; productApiUrl: string },
): Promise<boolean> {
  switch (request.url?.split('?', 1)[0]) {
    case '/healthz':
      text(response, 200, 'ok\n')
      return true
    case '/readyz': {
      const ready = await reachable(`${deps.productApiUrl.replace(/\/+$/, '')}/readyz`)
      text(response, ready ? 200 : 503, ready ? 'ready\n' : 'the product API does not answer\n')
      return true
    }
    case '/metrics':
      if (isFromHere(request)) text(response, 200, await registryOf(deps).metrics())
      else text(response, 404, 'not found\n')
      return true
    default:
      return false
  }
}

function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const { remoteAddress = '', localAddress } = socket
  // With HOST set to one address of this machine, its own callers come from there.
  const isThisMachine = isLoopback(remoteAddress) || remoteAddress === localAddress
  return isThisMachine && !isForwarded(Object.keys(headers)) && isOwnHost(headers.host ?? '')
}

function text(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(body)
}

async function reachable(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(readyTimeoutMs), cache: 'no-store' })
    return answer.ok
  } catch {
    return false
  }
}

let registry: Registry | undefined

/** The figures are plain numbers on the hot path and become metrics only on request. */
function registryOf({ cache, counter }: { cache: PageCache; counter: ReadCounter }): Registry {
  if (registry) return registry
  registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Counter({
    name: 'bytewise_page_cache_requests_total',
    help: 'Requests for public pages by how they were answered',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(cache.figures().outcomes)) this.inc({ outcome }, count)
    },
  })
  new Counter({
    name: 'bytewise_page_cache_purges_total',
    help: 'Purges by a write or a reset of the change feed',
    registers,
    collect() {
      this.reset()
      this.inc(cache.figures().purgeCount)
    },
  })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('bytewise_page_cache_bytes', 'Bytes that kept pages take', () => cache.figures().bytes)
  gauge('bytewise_page_cache_entries', 'Pages that are kept', () => cache.figures().entries)
  gauge('bytewise_renders_running', 'Pages that are being made', () => cache.figures().renders.running)
  gauge('bytewise_renders_waiting', 'Pages that wait for their turn to be made', () => cache.figures().renders.waiting)
  new Counter({
    name: 'bytewise_renders_refused_total',
    help: 'Pages that were not made because too many waited',
    registers,
    collect() {
      this.reset()
      this.inc(cache.figures().renders.refused)
    },
  })
  gauge('bytewise_reads_waiting', 'Stories with reads that are not reported yet', () => counter.size)
  new Counter({
    name: 'bytewise_reads_lost_total',
    help: 'Reads that were not counted because too many stories waited to be reported',
    registers,
    collect() {
      this.reset()
      this.inc(counter.lost)
    },
  })
  gauge('bytewise_change_feed_connected', '1 while writes are heard of', () => (cache.isFeedConnected ? 1 : 0))
  return registry
}
