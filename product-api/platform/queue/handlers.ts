import { inspect } from 'node:util'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { databaseFaultOf } from '../log.ts'
import type { Mailer } from '../mail/message.ts'
import { type JobName, type JobPayload, jobs, nameOfJob, WaitingJob } from './jobs.ts'

export type JobContext = Context & { mailer: Mailer }

/** The handler of every job. Jobs run at least once, so handlers must be idempotent. */
export type JobHandlers = { [N in JobName]: (ctx: JobContext, payload: JobPayload<N>) => Promise<void> }

/**
 * Runs one job.
 * @throws Error if it failed, is unknown (a newer version enqueued it) or its payload is invalid.
 */
export async function runJob(ctx: JobContext, handlers: JobHandlers, waiting: unknown): Promise<void> {
  const { job, payload } = WaitingJob.parse(waiting)
  if (!Object.hasOwn(jobs, job)) throw new Error(`No handler for job ${job}`)
  const name = job as JobName
  const parsed = jobs[name].payload.parse(payload)
  await (handlers[name] as (ctx: JobContext, payload: unknown) => Promise<void>)(ctx, parsed)
}

/**
 * An error for the log and a failed job's row, without personal data: mail servers put email addresses into their
 * messages, and a failed query its parameters.
 */
export function describeFailure(error: unknown): { name: string; message: string; code?: string; stack?: string } {
  // Duck-typed: pg-boss passes errors on as plain objects.
  const fault = databaseFaultOf(error) ?? error
  const given = typeof fault === 'object' && fault !== null ? fault : { message: String(fault) }
  const { name = 'Error', message = inspect(error), code, stack } = given as Partial<Error & { code: string }>
  return { name, message: nameless(message), ...(code && { code }), ...(stack && { stack: nameless(stack) }) }
}

function nameless(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…')
}

/** Slots are normally woken by a notification; polling is only a fallback. */
const pollSeconds = 10 * 60

type SlotOptions = TryOptions & {
  name: string
  count: number
  stopping: AbortSignal
  /** The ids of the jobs that this process is running. */
  underWay: Set<string>
}

/**
 * Opens the slots of one queue: each runs one job at a time, and records its result before it fetches the next.
 * @returns a function that wakes one slot; as long as there are jobs, it wakes the others.
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
      // There may be more jobs. This also covers a wake-up that came while this slot was fetching.
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

/** A finished try of a job. */
export type EndedTry = { job: string; outcome: 'done' | 'failed'; seconds: number }

export type TryOptions = {
  context: Context
  mailer: Mailer
  handlers: JobHandlers
  logger: Logger
  onEnded?: (ended: EndedTry) => void
}

/** Tries a job once. @returns its result in pg-boss's form; a failure is logged too, without email addresses. */
async function tryJob(waiting: JobWithMetadata<object>, options: TryOptions, stopping: AbortSignal) {
  const { context, mailer, handlers, logger, onEnded } = options
  const { id, data, retryCount, retryLimit, signal } = waiting
  const described = { job: nameOfJob(data), id, tries: retryCount + 1 }
  const startedAt = performance.now()
  const reportEnd = (outcome: EndedTry['outcome']) => {
    // Unknown names come from outside; an unbounded label would fill the memory.
    const job = described.job && Object.hasOwn(jobs, described.job) ? described.job : 'unknown'
    onEnded?.({ job, outcome, seconds: (performance.now() - startedAt) / 1000 })
  }
  const warnOfExpiry = () => stopping.aborted || logger.warn(described, 'a job took too long and is tried again')
  signal.addEventListener('abort', warnOfExpiry)
  try {
    // A copy for each job: it sees one state of the settings.
    await runJob({ ...context, mailer }, handlers, data)
    reportEnd('done')
    return { id, status: 'completed' as const }
  } catch (error) {
    reportEnd('failed')
    const failure = describeFailure(error)
    const isLast = retryCount >= retryLimit
    const text = isLast ? 'a job failed for good' : 'a job failed and is tried again'
    logger[isLast ? 'error' : 'warn']({ ...described, failure }, text)
    return { id, status: 'failed' as const, output: failure }
  } finally {
    signal.removeEventListener('abort', warnOfExpiry)
  }
}
