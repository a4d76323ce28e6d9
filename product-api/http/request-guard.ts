import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { Problem } from '../problem.ts'
import type { HonoEnv, HttpContext } from './api.ts'

const urlMost = 8_192
const requestId = /^[\w.:-]{1,128}$/

/** Gives a request its id, its client's address and the logger, before anything can fail. */
export function identify(logger: Logger): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const id = requestId.test(given) ? given : randomUUID()
    c.set('requestId', id)
    c.set('clientAddress', clientAddress(c))
    c.set('logger', logger)
    c.set('route', 'other')
    c.header('x-request-id', id)
    c.header('x-content-type-options', 'nosniff')
    await next()
  }
}

/** Refuses addresses that no caller of ours writes: too long, badly encoded, or with a NUL, which no text column takes. */
export const refuseBadUrls: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const url = c.req.url
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

/** The peer, or who it speaks for: a proxy is believed only on this machine. */
function clientAddress(c: HttpContext): string {
  const peer = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1'
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return forwarded && isLoopback(peer) ? forwarded.slice(0, 64) : peer
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
