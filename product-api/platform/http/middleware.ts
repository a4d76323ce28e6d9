import { randomUUID } from 'node:crypto'
import { type BlockList, isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { isForwarded } from '#runtime/is-forwarded.ts'
import { Problem } from '../problem.ts'
import type { HonoEnv, HttpContext } from './api.ts'
import type { Metrics } from './metrics.ts'
import { isTrustedProxy } from './trusted-proxies.ts'

const urlMost = 8_192
const requestId = /^[\w.:-]{1,128}$/

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

/**
 * Refuses requests with two Host headers and addresses that are too long, badly encoded, or contain a NUL, which no
 * text column accepts.
 */
export const refuseBadUrls: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const url = c.req.url
  // RFC 9112, section 3.2: with two hosts the target is ambiguous.
  const raw = c.env?.incoming?.rawHeaders ?? []
  if (raw.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1) {
    throw new Problem('bad_request', { detail: 'The request names more than one Host' })
  }
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
  const isFromWithin = isOurs && !isForwarded(c.req.raw.headers.keys()) && isOwnName(c.req.header('host'), peer)
  c.set('isFromWithin', isFromWithin)
}

/**
 * From this machine only `localhost` and IP addresses are accepted as host: a foreign page can make its own name
 * resolve to us (DNS rebinding). Another machine of ours may use any name.
 */
function isOwnName(host: string | undefined, peer: string): boolean {
  const isThisMachine = /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(peer)
  return (
    !isThisMachine || host === undefined || /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)
  )
}

/**
 * Headers of every answer: browsers must not render, run or sniff it, nor send its address as a referrer, which can
 * contain secrets.
 */
export const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/**
 * Adds these headers unless the route sets its own. Forbids caches to store an answer to a caller with a session, or to
 * anything but a read: a sign-in returns a token.
 */
export const protectAnswers: MiddlewareHandler<HonoEnv> = async (c, next) => {
  for (const [name, value] of Object.entries(answerHeaders)) c.header(name, value)
  await next()
  const isPublic = ['GET', 'HEAD'].includes(c.req.method) && c.req.header('authorization') === undefined
  if (!isPublic) c.res.headers.set('cache-control', 'no-store')
}

/** Logs and measures each request by its route. Paths, queries and headers are left out: they can contain secrets. */
export function observeRequests(metrics: Metrics): MiddlewareHandler<HonoEnv> {
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
