import pino, { type Logger } from 'pino'
import { webEnv } from '#lib/env.ts'

let log: Logger | undefined

/** What the product API said or failed to say, for operators: a caller gets a sentence, and the cause stands here alone. */
export function apiLog(): Logger {
  log ??= pino({ level: webEnv().LOG_LEVEL, base: { process: 'web' } })
  return log
}
