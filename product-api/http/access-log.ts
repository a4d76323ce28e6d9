import type { MiddlewareHandler } from 'hono'
import type { HonoEnv } from './api.ts'
import type { Metrics } from './metrics.ts'

/** One line and one measurement a request. Queries and headers stay out: they can carry what is nobody's business. */
export function observe(metrics: Metrics): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const ms = performance.now() - start
    const { method, path } = c.req
    const status = c.res.status
    metrics.observeRequest({ method, route: c.get('route'), status, seconds: ms / 1000 })
    c.get('logger').info({ method, path, status, ms: Math.round(ms * 10) / 10, id: c.get('requestId') }, 'request')
  }
}
