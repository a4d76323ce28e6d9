import type { MiddlewareHandler } from 'hono'
import type { HonoEnv } from './api.ts'

/** On every answer: none is a page that a browser should show, run or guess at, and addresses of ours can be secrets. */
export const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/**
 * Sets them if the route has none of its own. No cache may keep an answer to a caller with a session, or to a call that
 * is not a mere read: a log-in hands out a token.
 */
export const protectAnswers: MiddlewareHandler<HonoEnv> = async (c, next) => {
  for (const [name, value] of Object.entries(answerHeaders)) c.header(name, value)
  await next()
  const isPublic = ['GET', 'HEAD'].includes(c.req.method) && c.req.header('authorization') === undefined
  if (!isPublic) c.res.headers.set('cache-control', 'no-store')
}
