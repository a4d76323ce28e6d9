import type { BlockList } from 'node:net'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Context } from '#platform/context.ts'
import { observe } from '#platform/http/access-log.ts'
import { protectAnswers } from '#platform/http/answer-headers.ts'
import type { Api, HonoEnv } from '#platform/http/api.ts'
import { answerFailures } from '#platform/http/failures.ts'
import { type HealthCheck, healthRoutes } from '#platform/http/health.ts'
import type { Metrics } from '#platform/http/metrics.ts'
import { identify, refuseBadUrls } from '#platform/http/request-guard.ts'

type WorkerAppDeps = {
  context: Context
  logger: Logger
  metrics: Metrics
  checks: HealthCheck[]
  peers: BlockList
}

/** What a worker process answers: whether it lives, whether it works, and its figures. */
export function createWorkerApp({ context, logger, metrics, checks, peers }: WorkerAppDeps): Hono<HonoEnv> {
  const hono = new Hono<HonoEnv>()
  const api: Api = { hono, context, findActor: async () => undefined }
  hono.use(identify(logger, peers), protectAnswers, observe(metrics), refuseBadUrls)
  answerFailures(api)
  healthRoutes(api, { db: context.db, limits: context.limits, metrics, checks })
  return hono
}
