import { Hono } from 'hono'
import type { Api, HonoEnv } from '#platform/http/api.ts'
import { answerFailures } from '#platform/http/failures.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { createMetrics, middleware } from '#platform/http/middleware.ts'
import { addressOf, closeServer, listen } from '#platform/http/server.ts'
import { createLogger } from '#platform/log.ts'
import type { ApiEnv } from './env.ts'
import { endProcess, openProduct } from './open-product.ts'
import { startJobs } from './start-jobs.ts'

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
  const product = await openProduct(env, logger, { works: true })
  const metrics = createMetrics({ collectProcess: true })
  const jobs = await startJobs({ env, product, logger, metrics, graceMs })
  // Health, readiness and metrics.
  const hono = new Hono<HonoEnv>()
  const api: Api = { hono, context: product.context, findActor: async () => undefined }
  hono.use(...middleware(logger, metrics, env.WEB_ADDRESSES))
  answerFailures(api)
  healthRoutes(api, { metrics, checks: [{ works: jobs.works, otherwise: 'The worker does not look for jobs' }] })
  const { WORKER_PORT: port, PRODUCT_API_HOST: host } = env
  const server = port === undefined ? undefined : await listen(hono, { port, host, setting: 'WORKER_PORT' })

  const stop = endProcess(closeMostMs, async () => {
    // `/readyz` fails from now on; `/healthz` still answers until the end.
    await jobs.stop()
    if (server) await closeServer(server, 0)
    await product.close()
  })
  const ready: WorkerReady = { ready: true, ...(server && { address: addressOf(server) }) }
  logger.info(ready, 'the worker is ready')
  return { ready, stop }
}
