import { inspect } from 'node:util'
import type { Context } from '../context.ts'
import type { Mailer } from '../mail/message.ts'
import { type JobName, type JobPayload, jobs, WaitingJob } from './jobs.ts'

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
 * An error for the log and for a failed job's row, without email addresses: mail servers put them into their messages.
 */
export function describeFailure(error: unknown): { name: string; message: string; code?: string; stack?: string } {
  // Duck-typed: pg-boss passes errors on as plain objects.
  const given = typeof error === 'object' && error !== null ? error : { message: String(error) }
  const { name = 'Error', message = inspect(error), code, stack } = given as Partial<Error & { code: string }>
  return { name, message: nameless(message), ...(code && { code }), ...(stack && { stack: nameless(stack) }) }
}

function nameless(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…')
}
