import { setTimeout as delay } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { describeFailure, type EndedTry, openSlots, type TryOptions } from './handlers.ts'
import { jobs, type WaitingJob } from './jobs.ts'
import type { OpenQueue } from './queue.ts'
import { legacyQueue, legacySlots, queueNames, queueSchema, queues } from './queues.ts'

/** A worker that has not polled for this long is stuck. */
const silentMs = 60_000

export type Worker = {
  /** Whether it still polls for jobs. */
  works(): boolean
  /** Waits for running jobs for a while; those that have not finished by then are requeued. */
  stop(): Promise<void>
}

type WorkerOptions = TryOptions & {
  queue: OpenQueue
  /** No other process works on this database, so jobs that are marked as active were interrupted. */
  alone: boolean
  /** How often it polls for jobs that another process enqueued, or that became due. */
  pollMs?: number
  /** How long running jobs may continue when the worker stops. */
  graceMs?: number
}

/**
 * Runs jobs in this process. Each queue has its own slots, each with one job at a time. Jobs enqueued here start right
 * after the commit, others at the next poll.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue, logger, alone, graceMs = 2_000 } = options
  // The embedded database is maintained when there was no query for five seconds.
  const { pollMs = alone ? 10_000 : 2_000 } = options
  const { engine } = queue
  engine.on('error', (error) => logger.warn({ failure: describeFailure(error) }, 'the queue met a fault'))
  await syncSchedules(engine)
  const slotsOf = new Map<string, number>(queueNames.map((name) => [name, queues[name].slots]))
  if (await engine.getQueue(legacyQueue)) slotsOf.set(legacyQueue, legacySlots)
  const names = [...slotsOf.keys()]
  if (alone) for (const name of names) await requeueInterrupted(engine, name)

  const stopping = new AbortController()
  const underWay = new Set<string>()
  const wakers = new Map<string, () => void>()
  for (const [name, count] of slotsOf) {
    const stoppable = { ...options, name, count, stopping: stopping.signal, underWay }
    wakers.set(name, await openSlots(engine, stoppable))
  }
  const wake = (name: string) => wakers.get(name)?.()
  queue.onEnqueued(wake)

  let polledAt = Date.now()
  const poll = async () => {
    for (const name of await listReadyQueues(engine, names)) wake(name)
    polledAt = Date.now()
  }
  const polling = repeat(poll, { everyMs: pollMs, until: stopping.signal, logger })
  return {
    works: () => !stopping.signal.aborted && Date.now() - polledAt < silentMs,
    stop: async () => {
      stopping.abort()
      queue.onEnqueued(() => undefined)
      const ended = Promise.all([polling, ...names.map((name) => engine.offWork(name, { wait: true }))])
      await Promise.race([ended, delay(graceMs, undefined, { ref: false })])
      const cutOff = [...underWay]
      await queue.close()
      await requeueStopped(engine, cutOff)
    },
  }
}

async function repeat(
  poll: () => Promise<void>,
  { everyMs, until, logger }: { everyMs: number; until: AbortSignal; logger: Logger },
) {
  while (!until.aborted) {
    await poll().catch((error) => logger.warn({ failure: describeFailure(error) }, 'the queues could not be looked at'))
    await delay(everyMs, undefined, { signal: until }).catch(() => undefined)
  }
}

/** The queues with a job that can run now: one query for all of them, answered from an index. */
async function listReadyQueues(engine: PgBoss, names: string[]): Promise<string[]> {
  const text = `select queue.name from unnest($1::text[]) as queue (name) where exists (
    select 1 from ${queueSchema}.job
    where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
  )`
  const { rows } = (await engine.getDb().executeSql(text, [names])) as { rows: { name: string }[] }
  return rows.map(({ name }) => name)
}

/**
 * Writes this version's schedules into the database. Whichever process polls first enqueues a due job; a time that
 * passed while none ran is caught up once.
 */
export async function syncSchedules(engine: PgBoss): Promise<void> {
  const kept = new Set<string>()
  for (const [name, kind] of Object.entries(jobs)) {
    if (!('cron' in kind)) continue
    const waiting: WaitingJob = { job: name, payload: {} }
    await engine.schedule(kind.queue, kind.cron, waiting, { key: name, missed: 'once' })
    kept.add(`${kind.queue} ${name}`)
  }
  // Compared by queue too: a job that has moved to another queue would be enqueued in both.
  for (const { name, key } of await engine.getSchedules()) {
    if (!kept.has(`${name} ${key}`)) await engine.unschedule(name, key)
  }
}

/** Requeues jobs that were interrupted when an earlier process died. Only if no other process works on the database. */
async function requeueInterrupted(engine: PgBoss, queue: string): Promise<void> {
  // Selected by id first: the table also has a day's finished jobs.
  const text = `select id from ${queueSchema}.job where name = $1 and state = 'active'`
  const { rows } = (await engine.getDb().executeSql(text, [queue])) as { rows: { id: string }[] }
  const cutOff = rows.map(({ id }) => id)
  if (cutOff.length === 0) return
  await engine.fail(queue, cutOff, { message: 'cut off' })
  for (const id of cutOff) await engine.update(queue, undefined, { id, startAfter: new Date() })
}

/**
 * Requeues jobs that were interrupted by an orderly stop of this process. It does not count as a try: frequent deploys
 * would use up a long job's tries. The engine must be stopped.
 */
async function requeueStopped(engine: PgBoss, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  // Raises the limit rather than lowering the count: the count tells a late result from the next try's.
  const text = `update ${queueSchema}.job
    set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
    where id = any($1::uuid[]) and state in ('retry', 'failed')`
  await engine.getDb().executeSql(text, [ids])
}

/** Prometheus metrics: the duration of this process's jobs, and the jobs in the database at the last count. */
export function createJobMetrics(registry: Registry, engine: PgBoss): (ended: EndedTry) => void {
  const durations = new Histogram({
    name: 'bytewise_job_duration_seconds',
    help: 'How long tries of jobs took, by job and outcome',
    labelNames: ['job', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600, 3_600],
    registers: [registry],
  })
  new Gauge({
    name: 'bytewise_jobs',
    help: 'Jobs in the database, by queue and state: ready, later (planned or to be tried again), active, failed for good',
    labelNames: ['queue', 'state'] as const,
    registers: [registry],
    async collect() {
      // While the database is unavailable these figures stay unchanged, so that the others can still be read.
      const queues = await engine.getQueues(queueNames).catch(() => [])
      for (const { name: queue, readyCount, deferredCount, activeCount, failedCount } of queues) {
        const counts = { ready: readyCount, later: deferredCount, active: activeCount, failed: failedCount }
        for (const [state, count] of Object.entries(counts)) this.set({ queue, state }, count)
      }
    },
  })
  return ({ job, outcome, seconds }) => durations.observe({ job, outcome }, seconds)
}
