import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { describeFailure, doJob, type JobContext, type JobHandlers } from './handlers.ts'
import { jobs, type WaitingJob } from './jobs.ts'

/** A slot waits to be woken; this look of its own is only for what should never happen. */
const pollSeconds = 10 * 60

type SlotOptions = TryOptions & {
  name: string
  count: number
  stopping: AbortSignal
  /** The ids of the jobs that this process does right now. */
  underWay: Set<string>
}

/**
 * Opens the slots of one queue: each does one job at a time, and settles it before it fetches the next.
 * @returns what lets one of them look for a job; as long as there are some, it wakes the others.
 */
export async function openSlots(
  engine: PgBoss,
  { name, count, stopping, underWay, ...options }: SlotOptions,
): Promise<() => void> {
  const idle = new Set<string>()
  const wake = () => {
    const [next] = idle
    if (next) engine.notifyWorker(next)
  }
  const settings = {
    batchSize: 1,
    pollingIntervalSeconds: pollSeconds,
    perJobResults: true,
    includeMetadata: true,
  } as const
  for (let slot = 0; slot < count; slot++) {
    const id = await engine.work(name, settings, async ([job]: JobWithMetadata<object>[]) => {
      if (!job) return []
      idle.delete(id)
      // If there was one, there may be more. It also covers a slot that was woken while it fetched this job.
      wake()
      underWay.add(job.id)
      const result = await tryJob(job, options, stopping).finally(() => underWay.delete(job.id))
      idle.add(id)
      engine.notifyWorker(id)
      return [result]
    })
    idle.add(id)
  }
  return wake
}

/** A try of a job that has ended in this process. */
export type EndedTry = { job: string; outcome: 'done' | 'failed'; seconds: number }

export type TryOptions = {
  context: JobContext
  handlers: JobHandlers
  logger: Logger
  onEnded?: (ended: EndedTry) => void
}

/** Does a job once. @returns its end as the engine notes it; a failure is in the log too, without email addresses. */
async function tryJob(waiting: JobWithMetadata<object>, options: TryOptions, stopping: AbortSignal) {
  const { context, handlers, logger, onEnded } = options
  const { id, data, retryCount, retryLimit, signal } = waiting
  const told = { job: nameOfJob(data), id, tries: retryCount + 1 }
  const startedAt = performance.now()
  const tellEnd = (outcome: EndedTry['outcome']) => {
    // An unknown name comes from outside of this program: no label for each of those.
    const job = told.job && Object.hasOwn(jobs, told.job) ? told.job : 'unknown'
    onEnded?.({ job, outcome, seconds: (performance.now() - startedAt) / 1000 })
  }
  const tellTaken = () => stopping.aborted || logger.warn(told, 'a job took too long and is tried again')
  signal.addEventListener('abort', tellTaken)
  try {
    await doJob(context, handlers, data)
    tellEnd('done')
    return { id, status: 'completed' as const }
  } catch (error) {
    tellEnd('failed')
    const failure = describeFailure(error)
    const isLast = retryCount >= retryLimit
    const text = isLast ? 'a job failed for good' : 'a job failed and is tried again'
    logger[isLast ? 'error' : 'warn']({ ...told, failure }, text)
    return { id, status: 'failed' as const, output: failure }
  } finally {
    signal.removeEventListener('abort', tellTaken)
  }
}

/** By what waits in the database. */
export function nameOfJob(data: unknown): string | undefined {
  return (data as Partial<WaitingJob> | null)?.job
}
