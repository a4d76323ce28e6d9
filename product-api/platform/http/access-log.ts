import type { MiddlewareHandler } from 'hono'
import type { HonoEnv } from './api.ts'
import type { Metrics } from './metrics.ts'

/** One line and one measurement a request, by its route. Addresses, queries and headers stay out: they carry links' secrets. */
export function observe(metrics: Metrics): MiddlewareHandler<HonoEnv> {
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
