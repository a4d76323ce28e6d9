import type { Logger } from 'pino'
import type { ChangeSignal } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import { type Database, openDatabase } from '#platform/db/client.ts'
import type { Mailer } from '#platform/mail/message.ts'
import { openMailer } from '#platform/mail/open-mailer.ts'
import type { OpenQueue } from '#platform/queue/queue.ts'
import type { ApiEnv } from './env.ts'
import { openContext } from './open-context.ts'

export type OpenProduct = {
  database: Database
  context: Context
  changed: ChangeSignal
  queue: OpenQueue
  mailer: Mailer
  /** Call it when nothing uses the product any more. */
  close: () => Promise<void>
}

/**
 * Opens and migrates the database, and opens everything that is built on it, for a long-running program.
 * @throws Error with one sentence for a database that is wrong.
 */
export async function openProduct(env: ApiEnv, logger: Logger, { works }: { works: boolean }): Promise<OpenProduct> {
  const database = await openDatabase(env, {
    onCrash: (reason) => {
      logger.fatal({ err: reason }, 'the embedded database ended; this process ends with it')
      process.exit(1)
    },
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
  const onRedis = (state: 'away' | 'back', reason?: string) => logRedisState(logger, state, reason)
  const { context, changed, queue, close: closeContext } = await openContext(env, database, { works, onRedis })
  const mailer = openMailer(env)
  const close = async () => {
    await mailer.close()
    await closeContext()
    await database.close()
  }
  return { database, context, changed, queue, mailer, close }
}

function logRedisState(logger: Logger, state: 'away' | 'back', reason: string | undefined): void {
  if (state === 'back') logger.warn('Redis is back: limits count for all processes together again')
  else logger.warn({ reason }, 'REDIS_URL does not answer: until it does, limits count in this process alone')
}

/** Wraps a function so that it runs once; later calls get the same promise. */
export function runOnce<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= run()
    return running
  }
}
