import { inspect } from 'node:util'
import type { Context } from '../context.ts'
import type { Mailer } from '../mail/message.ts'
import { type JobName, type JobPayload, jobs, WaitingJob } from './jobs.ts'

export type JobContext = Context & { mailer: Mailer }

/** Who does which job, all of them; run at least once, so twice must change nothing that matters. */
export type JobHandlers = { [N in JobName]: (ctx: JobContext, payload: JobPayload<N>) => Promise<void> }

/**
 * Does one job.
 * @throws Error if it failed, is not known here (a newer program enqueued it) or was told something else than it takes.
 */
export async function doJob(ctx: JobContext, handlers: JobHandlers, waiting: unknown): Promise<void> {
  const { job, payload } = WaitingJob.parse(waiting)
  if (!Object.hasOwn(jobs, job)) throw new Error(`Nobody here does the job ${job}`)
  const name = job as JobName
  const told = jobs[name].payload.parse(payload)
  await (handlers[name] as (ctx: JobContext, payload: unknown) => Promise<void>)(ctx, told)
}

/** What a log and a failed job's row may know of a fault: mail servers like to name the person in theirs. */
export function describeFailure(error: unknown): { name: string; message: string; code?: string; stack?: string } {
  // By its shape: the queue hands on what it met as a plain copy.
  const given = typeof error === 'object' && error !== null ? error : { message: String(error) }
  const { name = 'Error', message = inspect(error), code, stack } = given as Partial<Error & { code: string }>
  return { name, message: nameless(message), ...(code && { code }), ...(stack && { stack: nameless(stack) }) }
}

function nameless(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…')
}
