import pino, { type Logger } from 'pino'
import { webEnv } from '#lib/env.ts'

let log: Logger | undefined

/** Faults of the product API, for operators: a caller gets a sentence, the cause is only in this log. */
export function apiLog(): Logger {
  log ??= pino({ level: webEnv().LOG_LEVEL, base: { process: 'web' } })
  return log
}

/** Logs that a part of an answer is not shown. */
export function logDropped(what: string, why: unknown): void {
  apiLog().warn({ what, why }, 'the product API answered something that cannot be shown: it is left out')
}
