import { randomUUID } from 'node:crypto'
import { type BlockList, isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { cacheTagHeader, tagHeader, tags } from '#contract/tags.ts'
import { hasTwoHosts, isForwarded, isLoopback, isOwnHost } from '#runtime/http-server.ts'
import { Problem } from '../problem.ts'
import type { HonoEnv, HttpContext } from './api.ts'
import { isTrustedProxy } from './trusted-proxies.ts'

const urlMost = 8_192
const requestId = /^[\w.:-]{1,128}$/
const isReading = (method: string) => ['GET', 'HEAD'].includes(method)

/** The middleware of every app, in its order. */
export function middleware(logger: Logger, metrics: Metrics, trustedProxies: BlockList): MiddlewareHandler<HonoEnv>[] {
  return [identify(logger, trustedProxies), protectAnswers, sendCacheTags, observeRequests(metrics), refuseBadUrls]
}

/** Sets a request's id, its client's address and the logger, before anything can fail. */
export function identify(logger: Logger, trustedProxies: BlockList): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const id = requestId.test(given) ? given : randomUUID()
    c.set('requestId', id)
    setClient(c, trustedProxies)
    c.set('logger', logger)
    c.set('route', 'other')
    c.header('x-request-id', id)
    await next()
  }
}

/** Refuses two Host headers, and addresses that are too long, badly encoded, or have a NUL, which no column accepts. */
const refuseBadUrls: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const url = c.req.url
  if (hasTwoHosts(c.env?.incoming?.rawHeaders ?? []))
    throw new Problem('bad_request', { detail: 'The request names more than one Host' })
  if (url.length > urlMost)
    throw new Problem('uri_too_long', { detail: `An address has at most ${urlMost} characters` })
  let plain: string
  try {
    plain = decodeURIComponent(url)
  } catch (cause) {
    throw new Problem('bad_request', { detail: 'The address is not well percent-encoded UTF-8', cause })
  }
  if (plain.includes('\0')) throw new Problem('bad_request', { detail: 'The address has a NUL character' })
  await next()
}

/** The client is the peer; behind a trusted proxy, the last address in X-Forwarded-For, which the proxy saw itself. */
function setClient(c: HttpContext, trustedProxies: BlockList): void {
  const { remoteAddress: peer = '127.0.0.1', localAddress } = c.env?.incoming?.socket ?? {}
  // A request from our own address can only come from this machine.
  const isOurs = isTrustedProxy(trustedProxies, peer) || peer === localAddress
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  c.set('clientAddress', isOurs && isIP(forwarded) ? forwarded : peer)
  const host = c.req.header('host')
  // Another machine of ours may use any name.
  const isNamedRightly = !isLoopback(peer) || host === undefined || isOwnHost(host)
  c.set('isFromWithin', isOurs && !isForwarded(c.req.raw.headers.keys()) && isNamedRightly)
}

/** Headers of every answer: browsers must not render, run or sniff it, nor send its address, which can have secrets. */
export const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/**
 * Adds these headers unless the route sets its own. Forbids caches to store an answer to a caller with a session, or to
 * anything but a read: a sign-in returns a token.
 */
const protectAnswers: MiddlewareHandler<HonoEnv> = async (c, next) => {
  for (const [name, value] of Object.entries(answerHeaders)) c.header(name, value)
  await next()
  const isPublic = isReading(c.req.method) && c.req.header('authorization') === undefined
  if (!isPublic) c.res.headers.set('cache-control', 'no-store')
}

/** Logs and measures each request by its route. Paths, queries and headers are left out: they can contain secrets. */
function observeRequests(metrics: Metrics): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const ms = performance.now() - start
    const { method } = c.req
    const { status } = c.res
    const route = c.get('route')
    metrics.observeRequest({ method, route, status, seconds: ms / 1000 })
    c.get('logger').info({ method, route, status, ms: Math.round(ms * 10) / 10, id: c.get('requestId') }, 'request')
  }
}

/** Adds the cache tags an answer depends on, or invalidates, to every response (errors included). */
export const sendCacheTags: MiddlewareHandler<HonoEnv> = async (c, next) => {
  await next()
  const names = c.get('cacheTags')
  if (!names || names.size === 0) return
  const value = tagHeader(names) ?? (isReading(c.req.method) ? undefined : tags.everything)
  if (value) c.res.headers.set(cacheTagHeader, value)
}

export type Metrics = {
  registry: Registry
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Prometheus figures of this process; `collectProcess` adds memory, CPU and event loop. */
export function createMetrics({ collectProcess }: { collectProcess: boolean }): Metrics {
  const registry = new Registry()
  if (collectProcess) collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    registry,
    observeRequest: ({ method, route, status, seconds }) => {
      // Anyone can send any method: an unbounded label would fill the memory.
      const label = knownMethods.has(method) ? method : 'other'
      durations.observe({ method: label, route, status: String(status) }, seconds)
    },
  }
}
