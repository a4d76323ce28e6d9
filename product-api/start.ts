import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { forgetOldEvents } from './audit/service.ts'
import { ChangeFeed } from './changes/feed.ts'
import { listenForChanges } from './changes/listener.ts'
import type { ChangeSignal } from './changes/signal.ts'
import { countStories } from './contents/read-service.ts'
import type { Context } from './context.ts'
import { type Database, openDatabase } from './db/client.ts'
import type { ApiEnv } from './env.ts'
import { createMetrics } from './http/metrics.ts'
import { addressOf, closeServer, listen } from './http/server.ts'
import { jobHandlers } from './job-handlers.ts'
import { createLogger } from './log.ts'
import { openMailer, outboxOf } from './mail/open-mailer.ts'
import { releaseQuestions } from './newsletters/asking.ts'
import { forgetUnconfirmed } from './newsletters/retention.ts'
import { openContext } from './open-context.ts'
import { startWorker } from './queue/worker.ts'
import { seedStories } from './seed/seed.ts'
import { createGoogleVerifier } from './users/google.ts'
import { forgetExpired } from './users/retention.ts'
import { ensureAdmin, type FirstAdmin } from './users/service.ts'

const trimMs = 60_000
const forgetMs = 6 * 60 * 60_000
const graceMs = 2_000
const closeMostMs = 4_500

/** What a parent process is told once requests are answered. */
export type Ready = {
  ready: true
  address: string
  admin: FirstAdmin
  database: 'embedded' | 'native'
  stories: number
}

export type RunningApi = {
  context: Context
  ready: Ready
  /** Closes everything and ends the process: at most five seconds, whatever hangs. */
  stop: () => Promise<void>
}

/**
 * Opens the database, migrates it, makes the first administrator, seeds an empty store and answers requests.
 * @throws Error with one sentence for a setting, a port or a database that is wrong.
 */
export async function startProductApi(env: ApiEnv): Promise<RunningApi> {
  const logger = createLogger(env.LOG_LEVEL)
  const database = await openDatabase(env, {
    onCrash: (reason) => {
      logger.fatal({ err: reason }, 'the embedded database ended; this process ends with it')
      process.exit(1)
    },
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
  const {
    context,
    queue,
    close: closeContext,
  } = await openContext(env, database, {
    supervise: true,
    onRedis: (state, reason) => tellOfRedis(logger, state, reason),
  })
  const admin = await ensureAdmin(context, { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })
  const stories = await seedOnce(env, context)
  const feed = openFeed(database, context.changed, logger)
  const mailer = openMailer(env)
  const alone = database.kind === 'embedded'
  if (alone) await releaseQuestions(context)
  const worker = await startWorker({
    queue,
    context: { ...context, mailer },
    handlers: jobHandlers,
    logger,
    alone,
  })
  const stopForgetting = repeatForgetting(context, logger)
  const metrics = createMetrics({ collectProcess: true })
  const checks = [{ works: worker.works, otherwise: 'The queue does not work' }]
  const app = createApp({
    context,
    feed: feed.feed,
    logger,
    metrics,
    checks,
    google: googleOf(env),
    peers: env.WEB_ADDRESSES,
    outbox: outboxOf(env),
  })
  const server = await listen(app, { port: env.PRODUCT_API_PORT, host: env.PRODUCT_API_HOST })

  const stop = async () => {
    setTimeout(() => process.exit(1), closeMostMs).unref()
    feed.stop()
    stopForgetting()
    // What is being asked may still give the worker a job.
    await closeServer(server, graceMs)
    await worker.stop()
    await mailer.close()
    await closeContext()
    await database.close()
    process.exit(0)
  }
  const ready: Ready = { ready: true, address: addressOf(server), admin, database: database.kind, stories }
  logger.info({ ...ready, admin: { email: admin.email, created: admin.created } }, 'the product API is ready')
  return { context, ready, stop: once(stop) }
}

function googleOf({ GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId }: ApiEnv) {
  return clientId ? createGoogleVerifier({ issuer, clientId }) : undefined
}

function tellOfRedis(logger: Logger, state: 'away' | 'back', reason: string | undefined): void {
  if (state === 'back') logger.warn('Redis is back: limits count for all processes together again')
  else logger.warn({ reason }, 'REDIS_URL does not answer: until it does, limits count in this process alone')
}

async function seedOnce(env: ApiEnv, context: Context): Promise<number> {
  const stories = await countStories(context)
  if (stories > 0 || env.SEED === 'off') return stories
  await seedStories(context)
  return countStories(context)
}

function openFeed(database: Database, changed: ChangeSignal, logger: Logger) {
  const feed = new ChangeFeed({ db: database.db, changed })
  const stopListening = database.kind === 'native' ? listenForChanges(database.connection, changed, logger) : undefined
  const trimming = setInterval(
    () => feed.trim().catch((error) => logger.warn({ err: error }, 'trimming failed')),
    trimMs,
  )
  const stop = () => {
    clearInterval(trimming)
    feed.close()
    void stopListening?.()
  }
  return { feed, stop }
}

/** What is kept for a time only goes, now and every few hours. */
function repeatForgetting(context: Context, logger: Logger): () => void {
  const forget = () =>
    Promise.all([forgetOldEvents(context), forgetUnconfirmed(context), forgetExpired(context)]).catch((error) =>
      logger.warn({ err: error }, 'what is too old could not be deleted'),
    )
  void forget()
  const repeating = setInterval(forget, forgetMs)
  return () => clearInterval(repeating)
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= run()
    return running
  }
}
