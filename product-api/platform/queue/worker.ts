import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { describeFailure } from './failure.ts'
import { giveBackCutOff, giveBackStopped } from './give-back-cut-off.ts'
import { listReadyQueues } from './list-ready-queues.ts'
import type { OpenQueue } from './queue.ts'
import { formerQueue, formerSlots, queueNames, queues } from './queues.ts'
import { keepSchedules } from './schedules.ts'
import { openSlots } from './slots.ts'
import type { TryOptions } from './try-job.ts'

/** A worker that has not looked for jobs for so long is stuck. */
const silentMs = 60_000

export type Worker = {
  /** Whether jobs are being looked for. */
  works(): boolean
  /** Lets what is under way end for a while; what has not ended by then is done again by another process. */
  stop(): Promise<void>
}

type WorkerOptions = TryOptions & {
  queue: OpenQueue
  /** No one else works on this database: what is marked as under way was cut off with an earlier process. */
  alone: boolean
  /** How often it looks for what another process has enqueued, or what has become due; rarely if there is no other. */
  pollMs?: number
  /** How long what is under way may go on when the worker stops. */
  graceMs?: number
}

/**
 * Does jobs in this process, each queue's in slots of its own, one job at a time in each: immediately after a commit
 * here, else at the next look.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue, logger, alone, graceMs = 2_000 } = options
  // The embedded database is maintained in moments of five seconds without any query.
  const { pollMs = alone ? 10_000 : 2_000 } = options
  const { engine } = queue
  engine.on('error', (error) => logger.warn({ failure: describeFailure(error) }, 'the queue met a fault'))
  await keepSchedules(engine)
  const slotsOf = new Map<string, number>(queueNames.map((name) => [name, queues[name].slots]))
  if (await engine.getQueue(formerQueue)) slotsOf.set(formerQueue, formerSlots)
  const names = [...slotsOf.keys()]
  if (alone) for (const name of names) await giveBackCutOff(engine, name)

  const stopping = new AbortController()
  const underWay = new Set<string>()
  const wakers = new Map<string, () => void>()
  for (const [name, count] of slotsOf) {
    const stoppable = { ...options, name, count, stopping: stopping.signal, underWay }
    wakers.set(name, await openSlots(engine, stoppable))
  }
  const wake = (name: string) => wakers.get(name)?.()
  queue.onEnqueued(wake)

  let lookedAt = Date.now()
  const look = async () => {
    for (const name of await listReadyQueues(engine, names)) wake(name)
    lookedAt = Date.now()
  }
  const looking = repeat(look, { everyMs: pollMs, until: stopping.signal, logger })
  return {
    works: () => !stopping.signal.aborted && Date.now() - lookedAt < silentMs,
    stop: async () => {
      stopping.abort()
      queue.onEnqueued(() => undefined)
      const ended = Promise.all([looking, ...names.map((name) => engine.offWork(name, { wait: true }))])
      await Promise.race([ended, delay(graceMs, undefined, { ref: false })])
      const cutOff = [...underWay]
      await queue.close()
      await giveBackStopped(engine, cutOff)
    },
  }
}

async function repeat(
  look: () => Promise<void>,
  { everyMs, until, logger }: { everyMs: number; until: AbortSignal; logger: Logger },
) {
  while (!until.aborted) {
    await look().catch((error) => logger.warn({ failure: describeFailure(error) }, 'the queues could not be looked at'))
    await delay(everyMs, undefined, { signal: until }).catch(() => undefined)
  }
}
