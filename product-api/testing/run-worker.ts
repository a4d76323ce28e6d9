import { setTimeout as delay } from 'node:timers/promises'
import { transaction } from '#platform/db/transaction.ts'
import { createLogger } from '#platform/log.ts'
import type { JobHandlers } from '#platform/queue/handlers.ts'
import { type JobName, jobs } from '#platform/queue/jobs.ts'
import { type OpenQueue, openQueue } from '#platform/queue/queue.ts'
import { startWorker, type Worker } from '#platform/queue/worker.ts'
import { api } from './api.ts'

type TestWorker = {
  queue: OpenQueue
  worker: Worker
  /** The lines of its log. */
  log: string[]
  /** Enqueues `ask-to-confirm`, for which tests have their own handler. */
  enqueue: (subscriberId: string, options?: { startAfter?: Date }) => Promise<void>
}

const running = new Set<Worker>()
afterEach(async () => {
  for (const worker of running) await worker.stop()
  running.clear()
})

/** Opens the queues and starts a worker, until the end of the test. */
export async function runWorker(
  handlers: Partial<JobHandlers>,
  { alone = false, ...times }: { alone?: boolean; pollMs?: number; graceMs?: number } = {},
): Promise<TestWorker> {
  const { context, pool } = api()
  const queue = await openQueue(pool, { works: false })
  const mailer = { send: async () => undefined, close: async () => undefined }
  const log: string[] = []
  const logger = createLogger('info', { write: (line) => void log.push(line) })
  const doing = { context: { ...context, queue }, mailer, handlers: onlyTheseJobs(handlers) }
  const worker = await startWorker({ queue, ...doing, logger, alone, ...times })
  running.add(worker)
  const enqueue = (subscriberId: string, options?: { startAfter?: Date }) =>
    transaction(context.db, (tx) => queue.enqueue(tx, 'ask-to-confirm', { subscriberId }, options))
  return { queue, worker, log, enqueue }
}

export async function eventually(happened: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; !(await happened()); await delay(5)) {
    if (performance.now() > deadline) throw new Error('It did not happen')
  }
}

type JobState = { state: string; retry_count: number; waits: number; output: string | null }

/** The state of the job of `enqueue`; `waits`: the seconds until it is due. */
export async function stateOf(subscriberId: string): Promise<JobState> {
  const { rows } = await api().pool.query<JobState>(
    `select state, retry_count, extract(epoch from start_after - now())::float8 as waits, output::text as output
     from pgboss.job where data->'payload'->>'subscriberId' = $1`,
    [subscriberId],
  )
  if (!rows[0]) throw new Error(`There is no job ${subscriberId}`)
  return rows[0]
}

/** The handlers for a test's jobs; all other jobs fail. */
function onlyTheseJobs(handlers: Partial<JobHandlers>): JobHandlers {
  const failing = Object.keys(jobs).map((name) => {
    const fail = () => Promise.reject(new Error(`This test does no job ${name}`))
    return [name as JobName, fail]
  })
  return { ...(Object.fromEntries(failing) as unknown as JobHandlers), ...handlers }
}
