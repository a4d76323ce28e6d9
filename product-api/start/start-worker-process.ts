import type { BlockList } from 'node:net'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Context } from '#platform/context.ts'
import type { Api, HonoEnv } from '#platform/http/api.ts'
import { answerFailures } from '#platform/http/failures.ts'
import { type HealthCheck, healthRoutes } from '#platform/http/health.ts'
import {
  createMetrics,
  identify,
  type Metrics,
  observeRequests,
  protectAnswers,
  refuseBadUrls,
} from '#platform/http/middleware.ts'
import { addressOf, closeServer, listen } from '#platform/http/server.ts'
import { createLogger } from '#platform/log.ts'
import { createJobMetrics, startWorker } from '#platform/queue/worker.ts'
import type { ApiEnv } from './env.ts'
import { jobHandlers } from './job-handlers.ts'
import { openProduct, runOnce } from './open-product.ts'
import { startNewsletters } from './start-newsletters.ts'

const graceMs = 8_000
const closeMostMs = 9_500

/** The message to the parent process when the worker is ready. */
export type WorkerReady = { ready: true; address?: string }

export type RunningWorker = {
  ready: WorkerReady
  /** Waits for running jobs for up to eight seconds, requeues the others and ends the process. */
  stop: () => Promise<void>
}

/**
 * Runs jobs in a separate process, beside any number of others.
 * @throws Error with one sentence for a setting, a port or a database that is wrong.
 */
export async function startWorkerProcess(env: ApiEnv): Promise<RunningWorker> {
  if (!env.DATABASE_URL) {
    throw new Error(
      'The setting DATABASE_URL is missing: the embedded database serves one process, and the product API does its jobs',
    )
  }
  const logger = createLogger(env.LOG_LEVEL)
  const { context, queue, mailer, close } = await openProduct(env, logger, { works: true })
  const metrics = createMetrics({ collectProcess: true })
  const newsletters = startNewsletters({ env, context, logger, alone: false })
  const worker = await startWorker({
    queue,
    context: { ...context, mailer },
    handlers: jobHandlers,
    logger,
    alone: false,
    graceMs,
    onEnded: createJobMetrics(metrics.registry, queue.engine),
  })
  const checks = [{ works: worker.works, otherwise: 'The worker does not look for jobs' }]
  const app = createWorkerApp({ context, logger, metrics, checks, trustedProxies: env.WEB_ADDRESSES })
  const { WORKER_PORT: port, PRODUCT_API_HOST: host } = env
  const server = port === undefined ? undefined : await listen(app, { port, host, setting: 'WORKER_PORT' })

  const stop = async () => {
    setTimeout(() => process.exit(1), closeMostMs).unref()
    // `/readyz` fails from now on; `/healthz` still answers until the end.
    await Promise.all([worker.stop(), newsletters.stop()])
    if (server) await closeServer(server, 0)
    await close()
    process.exit(0)
  }
  const ready: WorkerReady = { ready: true, ...(server && { address: addressOf(server) }) }
  logger.info(ready, 'the worker is ready')
  return { ready, stop: runOnce(stop) }
}

type WorkerAppDeps = {
  context: Context
  logger: Logger
  metrics: Metrics
  checks: HealthCheck[]
  trustedProxies: BlockList
}

/** The HTTP app of a worker process: health, readiness and metrics. */
function createWorkerApp({ context, logger, metrics, checks, trustedProxies }: WorkerAppDeps): Hono<HonoEnv> {
  const hono = new Hono<HonoEnv>()
  const api: Api = { hono, context, findActor: async () => undefined }
  hono.use(identify(logger, trustedProxies), protectAnswers, observeRequests(metrics), refuseBadUrls)
  answerFailures(api)
  healthRoutes(api, { db: context.db, limits: context.limits, metrics, checks })
  return hono
}
