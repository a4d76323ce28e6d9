import type { IncomingMessage, ServerResponse } from 'node:http'
import pino from 'pino'
import type { WebEnv } from '#lib/env.ts'
import { PageCache, type PageCacheOptions } from '#lib/page-cache/page-cache.ts'
import { hasDotSegment, isInternal } from '#lib/page-cache/pages.ts'
import { closedPolicy, securityHeaders } from '#lib/security-headers.ts'
import { answerMethod } from './answer-method.ts'
import { followChanges } from './follow-changes.ts'
import { answerOps } from './ops-endpoints.ts'
import { proxyMedia } from './proxy-media.ts'
import { createPrefetchedReads, ReadCounter } from './read-counter.ts'
import { reportReads } from './report-reads.ts'
import { clientAddress, loggedPath, readTarget } from './request-address.ts'

const longestUrl = 8_192
/** The time for reporting the remaining reads. */
const stopMostMs = 5_000
/** An address without a route: Next's own page for it is shown. */
const nowhere = '/_not-found'

type Options = Pick<PageCacheOptions, 'hasSession'> & { dev: boolean }
type LookUp = NonNullable<ReturnType<PageCache['sendCached']>>

/** Answers every request of a browser: operators' addresses, media, and everything else through the page cache. */
export function createWebHandler(
  env: WebEnv,
  nextHandle: PageCacheOptions['nextHandle'],
  { dev, hasSession }: Options,
) {
  const log = pino({ level: env.LOG_LEVEL, base: { process: 'web' } })
  const https = env.PUBLIC_URL.startsWith('https:')
  const productApiUrl = env.PRODUCT_API_URL

  const counter = new ReadCounter()
  const reporter = reportReads({ counter, productApiUrl, log })
  const cache = new PageCache({
    nextHandle,
    publicUrl: env.PUBLIC_URL,
    mostBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    sharedCacheSeconds: env.SHARED_CACHE_SECONDS,
    isDev: dev,
    hasSession,
    onSent: (request, key, status) => {
      counter.count(request, key, status)
      reporter.countedOne()
    },
    onFailure: (url, cause) => log.error({ path: loggedPath(url), err: cause }, 'a page could not be made'),
  })
  const countPrefetchedRead = createPrefetchedReads({
    pageAt: (url, client) => cache.lookUpStatus(url, client),
    count: (request, key) => {
      counter.countShown(request, key)
      reporter.countedOne()
    },
  })
  const connected = Promise.withResolvers<void>()
  const stopFollowing = followChanges({
    productApiUrl,
    onChange: (change) => cache.purge(change.tags),
    onReset: () => cache.markAllStale(),
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
      setSharedHeaders(response)
      refuse(response, 400, 'The address is not valid.')
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
    let requestId: unknown
    response.once('finish', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      log.info({ method: request.method, path: loggedPath(url), status: response.statusCode, ms, id: requestId })
    })
    setSharedHeaders(response)
    const address = clientAddress(request, env.TRUST_PROXY)
    if (await countPrefetchedRead(request, response, address)) return
    // Next's own addresses while developing take other methods.
    if ((!dev || url.startsWith('/api/')) && answerMethod(request, response, url.split('?', 1)[0] ?? '')) return
    if (url.length > longestUrl) return refuse(response, 414, 'The address is too long.')
    const decoded = decodedPath(url)
    if (decoded === undefined || hasDotSegment(decoded)) return refuse(response, 400, 'The address is not valid.')
    if (isInternal(decoded)) request.url = nowhere
    if (await proxyMedia(request, response, { productApiUrl })) return
    if (await answerOps(request, response, { cache, counter, productApiUrl })) return
    const onRequestId = (id: unknown) => {
      requestId = id
    }
    await cache.answer(request, response, lookUp, { url, address, onRequestId })
  }

  function setSharedHeaders(response: ServerResponse): void {
    for (const [name, value] of Object.entries(securityHeaders({ https }))) response.setHeader(name, value ?? '')
    // Replaced by the policy of a page once the answer is known to be one.
    if (!dev) response.setHeader('content-security-policy', closedPolicy)
  }

  return {
    handle,
    /** Resolves once the change feed is connected, or known to be missing. */
    connected: connected.promise,
    warmUp: () => cache.warmUp(),
    /** Reports the remaining reads; to be called after the last answer. */
    stop: async (mostMs = stopMostMs) => {
      stopFollowing()
      await reporter.stop(mostMs)
    },
  }
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${sentence}\n`)
}

/** The decoded path; undefined if it cannot be read: broken percent-escapes, no valid UTF-8, a NUL. */
function decodedPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '')
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}
