import { pino } from 'pino'
import { createApp } from './app.ts'
import { ChangeFeed } from './changes/feed.ts'
import { listenForChanges } from './changes/listener.ts'
import { ChangeSignal } from './changes/signal.ts'
import { countStories } from './contents/read-service.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/client.ts'
import { type ApiEnv, readEnv } from './env.ts'
import { createMetrics } from './http/metrics.ts'
import { limitPerMinute } from './http/rate-limit.ts'
import { addressOf, closeServer, listen } from './http/server.ts'
import { seedStories } from './seed/seed.ts'
import { ensureAdmin, type FirstAdmin } from './users/service.ts'

const trimMs = 60_000
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

await start().catch((error: unknown) => {
  // A setting, a port or a database that is wrong: one sentence helps, a stack does not.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

async function start() {
  const env = readEnv()
  const logger = pino({ level: env.LOG_LEVEL })
  const database = await openDatabase(env, {
    onCrash: (reason) => {
      logger.fatal({ err: reason }, 'the embedded database ended; this process ends with it')
      process.exit(1)
    },
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
  const changed = new ChangeSignal()
  const context: Context = { db: database.db, now: () => new Date(), productName: env.PRODUCT_NAME, changed }
  const admin = await ensureAdmin(context, { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })
  const stories = await seedOnce(env, context)

  const feed = new ChangeFeed({ db: database.db, changed })
  const stopListening = database.kind === 'native' ? listenForChanges(database.connection, changed, logger) : undefined
  const trimming = setInterval(() => feed.trim().catch((error) => logger.warn({ err: error }, 'trimming failed')), trimMs)
  const metrics = createMetrics({ collectProcess: true })
  const limitSearch = limitPerMinute(env.SEARCH_LIMIT_PER_MINUTE)
  const app = createApp({ context, feed, logger, metrics, limitSearch })
  const server = await listen(app, { port: env.PRODUCT_API_PORT, host: env.PRODUCT_API_HOST })

  const stop = once(async () => {
    // Whatever hangs, the process is gone within five seconds.
    setTimeout(() => process.exit(1), closeMostMs).unref()
    clearInterval(trimming)
    feed.close()
    await closeServer(server, graceMs)
    await stopListening?.()
    await database.close()
    process.exit(0)
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
  announce(logger, { ready: true, address: addressOf(server), admin, database: database.kind, stories })
}

async function seedOnce(env: ApiEnv, context: Context): Promise<number> {
  const stories = await countStories(context)
  if (stories > 0 || env.SEED === 'off') return stories
  await seedStories(context)
  return countStories(context)
}

/** To the parent where there is one. Else to the terminal, with the one sight of a generated password there will be. */
function announce(logger: pino.Logger, ready: Ready) {
  const { password, ...admin } = ready.admin
  logger.info({ ...ready, admin }, 'the product API is ready')
  if (process.send) process.send(ready)
  else if (password) process.stdout.write(`The first administrator is ${admin.email} with the password ${password}\n`)
}

function once(run: () => Promise<void>): () => void {
  let started = false
  return () => {
    if (started) return
    started = true
    void run()
  }
}
