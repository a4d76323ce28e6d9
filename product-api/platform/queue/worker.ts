import { setTimeout as delay } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { queueSchema } from './engine.ts'
import { describeFailure } from './handlers.ts'
import type { OpenQueue } from './queue.ts'
import { legacyQueue, legacySlots, queueNames, queues } from './queues.ts'
import { requeueInterrupted, requeueStopped } from './requeue-interrupted.ts'
import { syncSchedules } from './schedules.ts'
import { openSlots, type TryOptions } from './slots.ts'

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
