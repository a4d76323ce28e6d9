import type { IncomingMessage, ServerResponse } from 'node:http'
import pino from 'pino'
import { sharedCacheOf, type WebEnv } from '#lib/env.ts'
import { type Exchange, PageCache } from '#lib/page-cache/page-cache.ts'
import { isInternal } from '#lib/page-cache/pages.ts'
import { closedPolicy, securityHeaders } from '#lib/security-headers.ts'
import { answerAddressCheck } from './answer-address-check.ts'
import { answerDrawnCover } from './answer-drawn-cover.ts'
import { answerLine, answerMethod, clientAddress, decodedPath, loggedPath, readTarget } from './check-request.ts'
import { followChanges } from './follow-changes.ts'
import { answerOps } from './own-endpoints.ts'
import { proxyMedia } from './proxy-media.ts'
import { ReadCounter } from './read-counter.ts'
import { createReadReports } from './read-reports.ts'
import { ReadSources } from './read-sources.ts'
import type { RendererPool } from './renderer-pool.ts'
import { reportReads } from './report-reads.ts'

const longestUrl = 8_192
/** An address without a route: Next's own page for it is shown. */
const nowhere = '/_not-found'

type LookUp = NonNullable<ReturnType<PageCache['sendCached']>>

/** Answers every request of a browser: operators' addresses, media, and everything else through the page cache. */
export function createWebHandler(
  env: WebEnv,
  renderers: Pick<RendererPool, 'use' | 'up' | 'restarts' | 'rssMb'>,
  { dev }: { dev: boolean },
) {
  const log = pino({ level: env.LOG_LEVEL, base: { process: 'web' } })
  const productApiUrl = env.PRODUCT_API_URL
  const sharedHeaders = new Map(Object.entries(securityHeaders({ https: env.PUBLIC_URL.startsWith('https:') })))
  // Replaced by the policy of a page once the answer is known to be one.
  if (!dev) sharedHeaders.set('content-security-policy', closedPolicy)

  const counter = new ReadCounter({ sources: new ReadSources(env.PUBLIC_URL) })
  const reporter = reportReads({ counter, productApiUrl, log })
  const cache = new PageCache({
    renderers,
    publicUrl: env.PUBLIC_URL,
    mostBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    sharedCache: sharedCacheOf(env),
    isDev: dev,
    onSent: (request, key, status) => {
      counter.count(request, key, status)
      reporter.countedOne()
    },
    onFailure: (url, cause) => log.error({ path: loggedPath(url), err: cause }, 'a page could not be made'),
  })
  const answerReadReport = createReadReports({
    pageAt: (url, client) => cache.lookUpStatus(url, client),
    counter,
    onCounted: reporter.countedOne,
  })
  const connected = Promise.withResolvers<void>()
  const stopFollowing = followChanges({
    productApiUrl,
    onChange: (change) => cache.store.purge(change.tags),
    onReset: () => cache.store.markAllStale(),
    onConnected: (isConnected) => {
      if (cache.isFeedConnected !== isConnected) log.info({ connected: isConnected }, 'change feed')
      cache.isFeedConnected = isConnected
      if (isConnected) connected.resolve()
    },
    onMissing: connected.resolve,
  })

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = readTarget(request)
    if (url === undefined) {
      response.setHeaders(sharedHeaders)
      answerLine(response, 400, 'The address is not valid.')
      return
    }
    const lookUp = url.length <= longestUrl ? cache.sendCached(request, response, url) : {}
    if (!lookUp) return
    answer(request, response, lookUp).catch((cause: unknown) => {
      log.error({ path: loggedPath(url), err: cause }, 'a request failed')
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('Something went wrong.')
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse, lookUp: LookUp): Promise<void> {
    const startedAt = performance.now()
    const url = request.url ?? '/'
    const exchange: Exchange = { url, address: clientAddress(request, env.TRUST_PROXY) }
    response.once('finish', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      log.info({
        method: request.method,
        path: loggedPath(url),
        status: response.statusCode,
        ms,
        id: exchange.requestId,
      })
    })
    response.setHeaders(sharedHeaders)
    if (await answerReadReport(request, response, exchange.address)) return
    // Next's own addresses while developing take other methods.
    if (!dev && !url.startsWith('/api/') && answerMethod(request, response)) return
    if (url.length > longestUrl) return answerLine(response, 414, 'The address is too long.')
    const decoded = decodedPath(url)
    if (decoded === undefined) return answerLine(response, 400, 'The address is not valid.')
    if (isInternal(decoded)) request.url = nowhere
    if (answerDrawnCover(request, response)) return
    if (await proxyMedia(request, response, productApiUrl)) return
    if (await answerAddressCheck(request, response, { productApiUrl, trustsProxy: env.TRUST_PROXY })) return
    if (await answerOps(request, response, { cache, counter, renderers, productApiUrl })) return
    await cache.answer(request, response, lookUp, exchange)
  }

  return {
    handle,
    /** Resolves once the change feed is connected, or known to be missing. */
    connected: connected.promise,
    warmUp: () => cache.warmUp(),
    /** Reports the remaining reads; to be called after the last answer. */
    stop: async (mostMs: number) => {
      stopFollowing()
      await reporter.stop(mostMs)
    },
  }
}
