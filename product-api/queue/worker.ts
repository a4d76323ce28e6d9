import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { queueName, queueSchema } from './engine.ts'
import { describeFailure } from './failure.ts'
import { doJob, type JobContext, type JobHandlers } from './handlers.ts'
import type { OpenQueue } from './queue.ts'

const atOnce = 4
const graceMs = 2_000
/** A worker that has not looked for jobs for so long, and does none, is stuck. */
const silentMs = 60_000

type Waiting = { id: string; data: unknown; retryCount: number; retryLimit: number }

export type Worker = {
  /** Whether jobs are being looked for. */
  works(): boolean
  /** Lets what is under way end for two seconds; what has not ended by then is done again by the next process. */
  stop(): Promise<void>
}

type WorkerOptions = {
  queue: OpenQueue
  context: JobContext
  handlers: JobHandlers
  logger: Logger
  /** Nobody else works on this database: what is marked as under way was cut off with an earlier process. */
  alone: boolean
  /** How often it looks for what another process has enqueued, or what has become due. */
  pollSeconds?: number
}

/** Does the jobs of a queue in this process, a few at a time: at once after a commit here, else at the next look. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue, context, handlers, logger, alone, pollSeconds = 2 } = options
  const { engine } = queue
  const doOne = async ({ id, data, retryCount, retryLimit }: Waiting) => {
    try {
      await doJob(context, handlers, data)
      return { id, status: 'completed' as const }
    } catch (error) {
      const failure = describeFailure(error)
      const job = (data as { job?: string } | null)?.job
      const last = retryCount >= retryLimit
      logger[last ? 'error' : 'warn'](
        { job, id, tries: retryCount + 1, failure },
        last ? 'a job failed for good' : 'a job failed and is tried again',
      )
      return { id, status: 'failed' as const, output: failure }
    }
  }
  engine.on('error', (error) => logger.warn({ failure: describeFailure(error) }, 'the queue met a fault'))
  if (alone) await giveBack(engine)
  const looks = {
    batchSize: atOnce,
    // A full batch says that there is more: no pause then.
    burstWhenBatchFull: true,
    pollingIntervalSeconds: pollSeconds,
    perJobResults: true,
    includeMetadata: true,
  } as const
  const worker = await engine.work(queueName, looks, (batch) => Promise.all(batch.map(doOne)))
  queue.onEnqueued(() => engine.notifyWorker(worker))

  const startedAt = Date.now()
  return {
    works: () =>
      engine.getWipData().some(({ count, lastFetchedOn }) => {
        return count > 0 || Date.now() - (lastFetchedOn ?? startedAt) < silentMs
      }),
    stop: async () => {
      queue.onEnqueued(() => undefined)
      await Promise.race([engine.offWork(queueName, { wait: true }), delay(graceMs, undefined, { ref: false })])
      await queue.close()
    },
  }
}

/** By their ids alone: a day's finished jobs are in the same table. */
async function giveBack(engine: OpenQueue['engine']) {
  const sql = `select id from ${queueSchema}.job where name = $1 and state = 'active'`
  const { rows } = (await engine.getDb().executeSql(sql, [queueName])) as { rows: { id: string }[] }
  const cutOff = rows.map(({ id }) => id)
  if (cutOff.length === 0) return
  await engine.fail(queueName, cutOff, { message: 'cut off' })
  for (const id of cutOff) await engine.update(queueName, undefined, { id, startAfter: new Date() })
}
