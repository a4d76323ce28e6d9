import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { Problem } from '../problem.ts'
import type { Api } from './api.ts'
import { nothingHere } from './failures.ts'
import type { Metrics } from './middleware.ts'

/** A part that has to work. Called often, so it must be cheap. */
export type HealthCheck = { works: () => boolean; otherwise: string }

type HealthDeps = { metrics: Metrics; checks: HealthCheck[] }

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve, because the database takes writes and the queue works.
 * `/metrics`: for Prometheus, on our own machines only.
 */
export function healthRoutes({ hono, context }: Api, { metrics, checks }: HealthDeps): void {
  hono.get('/healthz', (c) => {
    c.set('route', '/healthz')
    return c.json({ status: 'ok' })
  })
  hono.get('/readyz', async (c) => {
    c.set('route', '/readyz')
    const isStandby = await askStandby(context.db).catch((cause) => {
      throw new Problem('unavailable', { detail: 'The database does not answer, or takes no writes', cause })
    })
    if (isStandby) throw new Problem('unavailable', { detail: 'The database is a standby, which takes no writes' })
    const broken = checks.find(({ works }) => !works())
    if (broken) throw new Problem('unavailable', { detail: broken.otherwise })
    // Without Redis it still serves, so it stays ready.
    return c.json({
      status: 'ok',
      ...(!context.limits.areShared() && { redis: 'It does not answer: limits count here alone' }),
    })
  })
  hono.get('/metrics', async (c) => {
    c.set('route', '/metrics')
    if (!c.get('isFromWithin')) throw new Problem('not_found', { detail: nothingHere })
    return c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  })
}

async function askStandby(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isStandby: boolean }>(sql`select pg_is_in_recovery() as "isStandby"`)
  return rows[0]?.isStandby === true
}
