import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { Problem } from '../problem.ts'
import type { Api } from './api.ts'
import type { Metrics } from './metrics.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, the database answers. `/metrics`: Prometheus' text. */
export function healthRoutes({ hono }: Api, { db, metrics }: { db: Db; metrics: Metrics }): void {
  hono.get('/healthz', (c) => {
    c.set('route', '/healthz')
    return c.json({ status: 'ok' })
  })
  hono.get('/readyz', async (c) => {
    c.set('route', '/readyz')
    try {
      await db.execute(sql`select 1`)
    } catch (cause) {
      throw new Problem('unavailable', { detail: 'The database does not answer', cause })
    }
    return c.json({ status: 'ok' })
  })
  hono.get('/metrics', async (c) => {
    c.set('route', '/metrics')
    return c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  })
}
