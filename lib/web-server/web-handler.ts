import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import pino from 'pino'
import type { WebEnv } from '#lib/env.ts'
import { answerOperators } from './answer-operators.ts'
import { capture, type Handle } from './capture-response.ts'
import { followChanges } from './change-feed.ts'
import { clientAddress } from './client-address.ts'
import { createFailurePages } from './failure-pages.ts'
import { loggedPath } from './logged-path.ts'
import { sendPage } from './page.ts'
import { PageCache } from './page-cache.ts'
import { hasDotSegment, isInner, type PublicPath, publicPath } from './public-paths.ts'
import { openPurge } from './purge.ts'
import { type RenderContext, runWithRenderContext } from './render-context.ts'
import { TooBusy } from './render-queue.ts'
import { readTarget } from './request-target.ts'
import { closedPolicy, contentSecurityPolicy, inlineScriptHashes, securityHeaders } from './security-headers.ts'
import { warmUp } from './warm-up.ts'

const longestUrl = 8_192
const keepMs = 10 * 60_000
const keepUnheardMs = 1_000
const keepUntaggedMs = 5_000
/** An address that no route has: Next's own page for it is shown. */
const nowhere = '/_not-found'
const pageMethods = ['GET', 'HEAD']
const callMethods = [...pageMethods, 'POST', 'PUT', 'DELETE']

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Everything that answers a browser: operators' addresses, kept pages, and Next for the rest. */
export function createWebHandler(env: WebEnv, nextHandle: Handle, options: { dev: boolean }) {
  const log = pino({ level: env.LOG_LEVEL, base: { process: 'web' } })
  const https = env.PUBLIC_URL.startsWith('https:')
  const compress = compression() as unknown as Middleware

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
    const readOnly = request.method === 'GET' || request.method === 'HEAD'
    // Most addresses are the very key that their page is kept under.
    const page = readOnly && cache.ready(url)
    if (page) {
      sendPage(request, response, page)
      return
    }
    const path = readOnly && !options.dev && url.length <= longestUrl ? publicPath(url) : undefined
    const known = path?.keep && path.key !== url ? cache.ready(path.key) : undefined
    if (known) {
      sendPage(request, response, known)
      return
    }
    answer(request, response, path).catch((cause: unknown) => {
      log.error({ path: loggedPath(url), err: cause }, 'a request failed')
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('Something went wrong.')
    })
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    path: PublicPath | undefined,
  ): Promise<void> {
    const startedAt = performance.now()
    const url = request.url ?? '/'
    let requestId: unknown
    response.once('finish', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      log.info({ method: request.method, path: loggedPath(url), status: response.statusCode, ms, id: requestId })
    })
    setSharedHeaders(response)
    const methods = url.startsWith('/api/') ? callMethods : pageMethods
    if (!options.dev && !methods.includes(request.method ?? '')) {
      response.setHeader('allow', methods.join(', '))
      return refuse(response, 405, 'There is nothing here for this method.')
    }
    if (url.length > longestUrl) return refuse(response, 414, 'The address is too long.')
    const decoded = decodedPath(url)
    if (decoded === undefined || hasDotSegment(decoded)) return refuse(response, 400, 'The address is not valid.')
    if (isInner(decoded)) request.url = nowhere
    if (await answerOperators(request, response, { cache, productApiUrl: env.PRODUCT_API_URL })) return

    const address = clientAddress(request, env.TRUST_PROXY)
    if (path) {
      const page = await cache.make(path, address)
      requestId = page.headers['x-request-id']
      sendPage(request, response, page)
      return
    }
    requestId = randomUUID()
    preferGzip(request)
    compress(request, response, () => undefined)
    await passOn(request, response, { requestId: String(requestId), clientAddress: address, tags: new Set() })
  }

  function setSharedHeaders(response: ServerResponse): void {
    for (const [name, value] of Object.entries(securityHeaders({ https }))) response.setHeader(name, value ?? '')
    // Until it is known to be a page.
    if (!options.dev) response.setHeader('content-security-policy', closedPolicy)
  }

  /** What may differ from reader to reader: Next answers it itself, with its security headers and its request id. */
  async function passOn(request: IncomingMessage, response: ServerResponse, context: RenderContext): Promise<void> {
    // Next's own inner headers never come from outside.
    for (const name of Object.keys(request.headers)) {
      if (name.startsWith('x-middleware-') || name.startsWith('x-nextjs-')) delete request.headers[name]
    }
    response.setHeader('x-request-id', context.requestId)
    // Whatever speaks of the client's address from here on means what was found out at the door.
    request.headers['x-forwarded-for'] = context.clientAddress
    if (options.dev || request.url?.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD')) {
      await runWithRenderContext(context, () => nextHandle(request, response))
      return
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) => name !== 'if-none-match' && name !== 'accept-encoding' && name !== 'range',
      ),
    ) as Record<string, string>
    const captured = await renderInTurn(request.url ?? '/', headers, context)
    if (!captured) {
      sendPage(request, response, await cache.refused(request.url ?? '/', 503, context))
      return
    }
    for (const [name, value] of Object.entries(captured.headers))
      if (value !== undefined) response.setHeader(name, value)
    const { status = captured.status, movedTo } = context
    if (String(captured.headers['content-type'] ?? '').startsWith('text/html')) {
      response.setHeader(
        'content-security-policy',
        contentSecurityPolicy(inlineScriptHashes(captured.body.toString()), { https }),
      )
    }
    if (movedTo) response.setHeader('location', movedTo)
    response.writeHead(movedTo ? 308 : status, { 'content-length': captured.body.length })
    response.end(request.method === 'HEAD' ? undefined : captured.body)
  }

  /** Nothing where too many pages wait already. */
  async function renderInTurn(url: string, headers: Record<string, string>, context: RenderContext) {
    const queue = cache.queues.page
    try {
      return await queue.run(queue.enter(context.clientAddress), () =>
        runWithRenderContext(context, () => capture(nextHandle, url, headers)),
      )
    } catch (cause) {
      if (cause instanceof TooBusy) return undefined
      throw cause
    }
  }

  return {
    handle,
    /** Resolves when writes are heard of, or when it is known that they never will be. */
    hears,
    warmUp: () => warmUp(cache),
    stop: stopFollowing,
  }
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${sentence}\n`)
}

/** For one reader at a time brotli pays less: /users/login has 6.6 KB with it and 6.5 KB with gzip, which costs less time. */
function preferGzip({ headers }: IncomingMessage): void {
  if (/\bgzip\b(?!\s*;\s*q=0)/i.test(String(headers['accept-encoding']))) headers['accept-encoding'] = 'gzip'
}

/** The path as it is meant; nothing where it cannot be read: broken percent-escapes, no valid UTF-8, a NUL. */
function decodedPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '')
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}
