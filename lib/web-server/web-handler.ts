import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import pino from 'pino'
import type { WebEnv } from '#lib/env.ts'
import { answerKeptFile } from './answer-kept-file.ts'
import { answerMethod } from './answer-method.ts'
import { createReaderAnswers } from './answer-one-reader.ts'
import { answerOperators } from './answer-operators.ts'
import type { Handle } from './capture-response.ts'
import { followChanges } from './change-feed.ts'
import { clientAddress } from './client-address.ts'
import { createPrefetchedReads } from './count-prefetched-read.ts'
import { developmentAddress } from './development-address.ts'
import { createFailurePages } from './failure-pages.ts'
import { loggedPath } from './logged-path.ts'
import { lowerCasePath } from './lower-case-path.ts'
import { type Page, sendPage } from './page.ts'
import { PageCache } from './page-cache.ts'
import { audienceOf } from './pages.ts'
import { mayHaveSession, privateArticlePath } from './private-article.ts'
import { hasDotSegment, isInner, type PublicPath, publicPath } from './public-paths.ts'
import { openPurge } from './purge.ts'
import { ReadCounter } from './read-counter.ts'
import type { RenderContext } from './render-context.ts'
import { reportReads } from './report-reads.ts'
import { readTarget } from './request-target.ts'
import { closedPolicy, securityHeaders } from './security-headers.ts'
import { warmUp } from './warm-up.ts'

const longestUrl = 8_192
/** For the reads that are left to be reported. */
const stopMostMs = 5_000
const keepMs = 10 * 60_000
const keepUnheardMs = 1_000
const keepUntaggedMs = 5_000
/** An address without a route: Next's own page for it is shown. */
const nowhere = '/_not-found'

type Options = {
  dev: boolean
  /** Whether a request's Cookie header has a session that can be read: a made-up one costs no render. */
  hasSession: (cookieHeader: string) => Promise<boolean>
}

/** Everything that answers a browser: operators' addresses, kept pages, and Next for the rest. */
export function createWebHandler(env: WebEnv, nextHandle: Handle, options: Options) {
  const log = pino({ level: env.LOG_LEVEL, base: { process: 'web' } })
  const https = env.PUBLIC_URL.startsWith('https:')

  const cache = new PageCache({
    handle: nextHandle,
    publicUrl: env.PUBLIC_URL,
    mostBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    keepMs,
    keepUnheardMs,
    keepUntaggedMs,
    sharedCacheSeconds: env.SHARED_CACHE_SECONDS,
    failurePage: createFailurePages(nextHandle),
    onFailure: (url, cause) => log.error({ path: loggedPath(url), err: cause }, 'a page could not be made'),
  })
  const counter = new ReadCounter()
  const reporter = reportReads({ counter, productApiUrl: env.PRODUCT_API_URL, log })
  const countPrefetchedRead = createPrefetchedReads({
    pageAt: (path, client) => cache.ready(path.key) ?? cache.make(path, client),
    count: (request, key) => {
      counter.countShown(request, key)
      reporter.countedOne()
    },
  })
  const forOne = createReaderAnswers({ cache, nextHandle, https, isDev: options.dev })
  openPurge((tags) => cache.store.purge(tags))
  let hear = () => {}
  const hears = new Promise<void>((resolve) => {
    hear = resolve
  })
  const stopFollowing = followChanges({
    productApiUrl: env.PRODUCT_API_URL,
    onChange: (change) => cache.store.purge(change.tags),
    onReset: () => cache.store.doubtAll(),
    onConnected: (connected) => {
      if (cache.hearsWrites !== connected) log.info({ connected }, 'change feed')
      cache.hearsWrites = connected
      if (connected) hear()
    },
    onMissing: hear,
  })

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = readTarget(request)
    if (url === undefined) {
      setSharedHeaders(response)
      refuse(response, 400, 'The address is not valid.')
      return
    }
    const readOnly = isRead(request)
    // Most addresses are the very key that their page is kept under.
    const page = readOnly && cache.ready(url)
    if (page && isForAll(request, page, url)) {
      show(request, response, page, url)
      return
    }
    const path = readOnly && !options.dev && url.length <= longestUrl ? publicPath(url) : undefined
    const known = page || (path?.keep && path.key !== url ? cache.ready(path.key) : undefined)
    if (known && path && isForAll(request, known, path.key)) {
      show(request, response, known, path.key)
      return
    }
    answer(request, response, path, known).catch((cause: unknown) => {
      log.error({ path: loggedPath(url), err: cause }, 'a request failed')
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('Something went wrong.')
    })
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    path: PublicPath | undefined,
    known: Page | undefined,
  ): Promise<void> {
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
    if ((!options.dev || url.startsWith('/api/')) && answerMethod(request, response, withoutQuery(url))) return
    if (url.length > longestUrl) return refuse(response, 414, 'The address is too long.')
    const decoded = decodedPath(url)
    if (decoded === undefined || hasDotSegment(decoded)) return refuse(response, 400, 'The address is not valid.')
    if (isInner(decoded)) request.url = nowhere
    if (await answerKeptFile(request, response, { productApiUrl: env.PRODUCT_API_URL })) return
    if (await answerOperators(request, response, { cache, counter, productApiUrl: env.PRODUCT_API_URL })) return

    const isRoute = path !== undefined || options.dev || audienceOf(withoutQuery(url)) !== undefined
    if (!isRoute && isRead(request) && moved(response, url)) return

    const context: RenderContext = { requestId: randomUUID(), clientAddress: address, tags: new Set() }
    requestId = context.requestId
    if (!path) {
      const { hasSession } = options
      if (options.dev) request.url = await developmentAddress(request, { nextHandle, hasSession, context })
      await forOne.passOn(request, response, context)
      return
    }
    const page = known ?? (await cache.make(path, address))
    if (page.status === 404 && moved(response, url)) return
    const privateView = privateViewOf(request, page, path.key)
    if (privateView && (await options.hasSession(request.headers.cookie ?? ''))) {
      await forOne.answerPrivately(request, response, { url: privateView, publicPage: page, context })
      return
    }
    // A call has two views as well: the BFF asks again for a request with a session.
    if (page.status === 404 && path.key.startsWith('/api/') && mayHaveSession(request.headers.cookie)) {
      await forOne.passOn(request, response, context)
      return
    }
    requestId = page.headers['x-request-id']
    show(request, response, page, path.key)
  }

  /** Sends a page that is the same for everyone; a story's page counts as a read. */
  function show(request: IncomingMessage, response: ServerResponse, page: Page, key: string): void {
    sendPage(request, response, page)
    counter.count(request, key, page.status)
    reporter.countedOne()
  }

  function setSharedHeaders(response: ServerResponse): void {
    for (const [name, value] of Object.entries(securityHeaders({ https }))) response.setHeader(name, value ?? '')
    // Until it is known to be a page.
    if (!options.dev) response.setHeader('content-security-policy', closedPolicy)
  }

  return {
    handle,
    /** Resolves when writes are heard of, or when it is known that they never will be. */
    hears,
    warmUp: () => warmUp(cache),
    /** After the last answer; reports the remaining reads. */
    stop: async (mostMs = stopMostMs) => {
      stopFollowing()
      await reporter.stop(mostMs)
    },
  }
}

/** Nearly every page exists: more is looked at only for one that does not. */
function isForAll(request: IncomingMessage, page: Page, key: string): boolean {
  return page.status !== 404 || !(privateViewOf(request, page, key) || lowerCasePath(withoutQuery(key)))
}

/** Leads from a missing address with capitals to the one that was meant. */
function moved(response: ServerResponse, url: string): boolean {
  const path = withoutQuery(url)
  const meant = lowerCasePath(path)
  if (meant === undefined) return false
  response.writeHead(308, { location: meant + url.slice(path.length), 'cache-control': 'no-store' }).end()
  return true
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

function privateViewOf(request: IncomingMessage, page: Page, key: string): string | undefined {
  return page.status === 404 ? privateArticlePath(key, request.headers.cookie) : undefined
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${sentence}\n`)
}

/** The decoded path; undefined if it cannot be read: broken percent-escapes, no valid UTF-8, a NUL. */
function decodedPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(withoutQuery(url))
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}
