import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { PageCache } from '#lib/page-cache/page-cache.ts'
import { isForwarded, isLoopback, isOwnHost } from '#runtime/http-server.ts'
import { answerLine } from './check-request.ts'
import type { ReadCounter } from './read-counter.ts'
import type { RendererPool } from './renderer-pool.ts'

const readyTimeoutMs = 2_000
/** Prometheus reads this type; the other two answer with it too. */
const type = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }

type Deps = {
  cache: PageCache
  counter: ReadCounter
  renderers: Pick<RendererPool, 'up' | 'restarts' | 'rssMb'>
  productApiUrl: string
}

/**
 * Answers `/healthz`, `/readyz` and `/metrics`; false for every other address. The figures are for callers on this machine
 * only: a request that a proxy has passed on gets a 404, and so does everyone else.
 */
export async function answerOps(request: IncomingMessage, response: ServerResponse, deps: Deps): Promise<boolean> {
  const path = request.url?.split('?', 1)[0]
  if (path === '/healthz') answerLine(response, 200, 'ok', type)
  else if (path === '/readyz') {
    const isReachable = await answers(`${deps.productApiUrl}/readyz`)
    const missing = deps.renderers.up === 0 ? 'no renderer is ready' : 'the product API does not answer'
    const isReady = isReachable && deps.renderers.up > 0
    answerLine(response, isReady ? 200 : 503, isReady ? 'ready' : missing, type)
  } else if (path === '/metrics') {
    const isAllowed = isFromHere(request)
    const figures = isAllowed ? (await registryOf(deps).metrics()).trimEnd() : 'not found'
    answerLine(response, isAllowed ? 200 : 404, figures, type)
  } else return false
  return true
}

function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const { remoteAddress = '', localAddress } = socket
  // With HOST set to one address of this machine, its own callers come from there.
  const isThisMachine = isLoopback(remoteAddress) || remoteAddress === localAddress
  return isThisMachine && !isForwarded(Object.keys(headers)) && isOwnHost(headers.host ?? '')
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(readyTimeoutMs), cache: 'no-store' })
    return answer.ok
  } catch {
    return false
  }
}

let registry: Registry | undefined

/** The figures are plain numbers on the hot path and become metrics only on request. */
function registryOf({ cache, counter, renderers }: Deps): Registry {
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
      for (const [outcome, count] of Object.entries(cache.outcomes)) this.inc({ outcome }, count)
    },
  })
  const figure = (Kind: typeof Counter | typeof Gauge, name: string, help: string, value: () => number) =>
    new Kind({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(value())
      },
    })
  const purges = 'Purges by a write or a reset of the change feed'
  figure(Counter, 'bytewise_page_cache_purges_total', purges, () => cache.store.purgeCount)
  figure(Gauge, 'bytewise_page_cache_bytes', 'Bytes that kept pages take', () => cache.store.bytes)
  figure(Gauge, 'bytewise_page_cache_entries', 'Pages that are kept', () => cache.store.entries)
  figure(Gauge, 'bytewise_renders_running', 'Pages that are being made', () => cache.queues.page.running)
  figure(
    Gauge,
    'bytewise_renders_waiting',
    'Pages that wait for their turn to be made',
    () => cache.queues.page.waiting,
  )
  const refused = 'Pages that were not made because too many waited'
  figure(Counter, 'bytewise_renders_refused_total', refused, () => cache.queues.page.refused)
  figure(Gauge, 'bytewise_renderers_up', 'Processes that are ready to make pages', () => renderers.up)
  const memory = 'Memory of the processes that make pages (resident set)'
  figure(Gauge, 'bytewise_renderers_resident_memory_bytes', memory, () => renderers.rssMb * 1024 ** 2)
  const restarts = 'Processes for making pages that ended, hung or grew too large'
  figure(Counter, 'bytewise_renderer_restarts_total', restarts, () => renderers.restarts)
  figure(Gauge, 'bytewise_reads_waiting', 'Stories with reads that are not reported yet', () => counter.size)
  figure(Gauge, 'bytewise_read_hosts_waiting', 'Hosts that unreported reads came from', () => counter.hosts)
  const lost = 'Reads that were not counted because too many stories waited to be reported'
  figure(Counter, 'bytewise_reads_lost_total', lost, () => counter.lost)
  figure(Gauge, 'bytewise_change_feed_connected', '1 while writes are heard of', () => (cache.isFeedConnected ? 1 : 0))
  return registry
}
