import type { Logger } from 'pino'
import { createGoogleVerifier } from '#accounts/google-verifier.ts'
import { ensureAdmin, type FirstAdmin } from '#accounts/make-admin.ts'
import { systemChecks } from '#doctor/checks.ts'
import type { BounceListener } from '#newsletters/listen-for-bounces.ts'
import { ChangeFeed, type ChangeSignal } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import { whileAlone } from '#platform/db/advisory-locks.ts'
import { type Database, withClient } from '#platform/db/client.ts'
import { createMetrics } from '#platform/http/middleware.ts'
import { addressOf, closeServer, listen } from '#platform/http/server.ts'
import { createLogger } from '#platform/log.ts'
import { outboxOf } from '#platform/mail/open-mailer.ts'
import { followChanges } from '#platform/shared-cache/follow-changes.ts'
import { seedStories } from '#seed/seed.ts'
import { countStories } from '#stories/list-stories.ts'
import { warmSearch } from '#stories/warm-search.ts'
import { createApp } from './app.ts'
import { type ApiEnv, apiSettingNames } from './env.ts'
import { endProcess, openProduct } from './open-product.ts'
import { startJobs } from './start-jobs.ts'

const trimMs = 60_000
const graceMs = 2_000
const closeMostMs = 4_500

/** The message to the parent process when the API is ready. */
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
  /** Closes everything and ends the process, within five seconds even if something hangs. */
  stop: () => Promise<void>
}

/**
 * Opens and migrates the database, creates the first administrator, seeds an empty database, starts the worker and
 * serves requests.
 * @throws Error with one sentence for a setting, a port or a database that is wrong.
 */
export async function startProductApi(env: ApiEnv): Promise<RunningApi> {
  const logger = createLogger(env.LOG_LEVEL)
  const worksHere = env.WORKER === 'on'
  const product = await openProduct(env, logger, { works: worksHere })
  const { database, context, changed, close } = product
  const { admin, stories } = await fillOnce(env, database, context)
  const feed = openFeed(database, changed, logger)
  const sharedCache = env.SHARED_CACHE && followChanges(env.SHARED_CACHE, feed.feed, logger)
  const metrics = createMetrics({ collectProcess: true })
  const jobs = worksHere ? await startJobs({ env, product, logger, metrics }) : undefined
  const checks = jobs ? [{ works: jobs.works, otherwise: 'The queue does not work' }] : []
  const app = createApp({
    context,
    feed: feed.feed,
    logger,
    metrics,
    checks,
    google: googleOf(env),
    trustedProxies: env.WEB_ADDRESSES,
    outbox: outboxOf(env),
    bounceSecret: env.BOUNCE_WEBHOOK_SECRET,
    parts: systemChecks({
      ...{ settings: env, written: process.env, settingNames: apiSettingNames, works: jobs?.works },
      ...{ db: context.db, storage: context.files.storage, newsletters: context.newsletters, site: context.site },
      ...{ now: context.now, provesBackups: context.provesBackups },
    }),
  })
  const bounces = await openBounces(env, context, logger)
  const server = await listen(app, { port: env.PRODUCT_API_PORT, host: env.PRODUCT_API_HOST })
  warmSearch(context).catch((error) => logger.warn({ err: error }, 'the first searches were not warmed'))

  const stop = endProcess(closeMostMs, async () => {
    feed.stop()
    await sharedCache?.stop()
    // Running requests may still enqueue jobs, so the worker stops after the server.
    await Promise.all([closeServer(server, graceMs), bounces?.close()])
    await jobs?.stop()
    await close()
  })
  const ready: Ready = { ready: true, address: addressOf(server), admin, database: database.kind, stories }
  logger.info({ ...ready, admin: { email: admin.email, created: admin.created } }, 'the product API is ready')
  return { context, ready, stop }
}

/** Starts the SMTP server for bounces; only the API process has one. */
async function openBounces(env: ApiEnv, context: Context, logger: Logger): Promise<BounceListener | undefined> {
  const { BOUNCE_SMTP_PORT: port, BOUNCE_SMTP_HOST: host, BOUNCE_ADDRESS: address, BOUNCE_CERTIFICATE: files } = env
  if (port === undefined || !address) return undefined
  const { listenForBounces } = await import('#newsletters/listen-for-bounces.ts')
  const listener = await listenForBounces({ context, logger, address, port, host, files })
  logger.info({ host, port: listener.port }, 'bounces are taken by SMTP')
  return listener
}

function googleOf({ GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId }: ApiEnv) {
  return clientId ? createGoogleVerifier({ issuer, clientId }) : undefined
}

/** Several processes may start on one empty database. */
async function fillOnce(env: ApiEnv, database: Database, context: Context) {
  return withClient(await database.connect(), (session) =>
    whileAlone(session, 'firstStart', async () => ({
      admin: await ensureAdmin(context, { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }),
      stories: await seedOnce(env, context),
    })),
  )
}

async function seedOnce(env: ApiEnv, context: Context): Promise<number> {
  const stories = await countStories(context)
  if (stories > 0 || env.SEED === 'off') return stories
  await seedStories(context)
  return countStories(context)
}

function openFeed(database: Database, changed: ChangeSignal, logger: Logger) {
  const feed = new ChangeFeed({ db: database.db, changed })
  const trimming = setInterval(
    () => feed.trim().catch((error) => logger.warn({ err: error }, 'trimming failed')),
    trimMs,
  )
  const stop = () => {
    clearInterval(trimming)
    feed.close()
  }
  return { feed, stop }
}
