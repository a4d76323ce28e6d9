import path from 'node:path'
import type { Logger } from 'pino'
import { bookSettings } from '#books/settings.ts'
import { openStorage } from '#files/open-storage.ts'
import { ChangeSignal, listenForChanges } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import { type Database, openDatabase } from '#platform/db/client.ts'
import { createLimits } from '#platform/limits/limits.ts'
import { openRedis } from '#platform/limits/redis.ts'
import type { Mailer } from '#platform/mail/message.ts'
import { openMailer } from '#platform/mail/open-mailer.ts'
import { openAiSettings } from '#platform/openai.ts'
import { type OpenQueue, openQueue } from '#platform/queue/queue.ts'
import { SettingsOfSite } from '#platform/site-settings.ts'
import { embeddedVoice } from '#podcasts/embedded-voice.ts'
import { endpointVoice } from '#podcasts/endpoint-voice.ts'
import { openSpeechWorker, type SpeechWorker } from '#podcasts/speech-worker.ts'
import type { Voice } from '#podcasts/voice.ts'
import { exitProcess } from '#runtime/exit-process.ts'
import type { ApiEnv } from './env.ts'
import { fixedSettings, newsletterSettings, provesBackups } from './settings-from-env.ts'

export type OpenProduct = OpenContext & { database: Database; mailer: Mailer }

/**
 * Opens and migrates the database, and opens everything that is built on it, for a long-running program.
 * @throws Error with one sentence for a database that is wrong.
 */
export async function openProduct(env: ApiEnv, logger: Logger, { works }: { works: boolean }): Promise<OpenProduct> {
  const database = await openDatabase(env, {
    onCrash: (reason) => {
      logger.fatal({ err: reason }, 'the embedded database ended; this process ends with it')
      exitProcess(1)
    },
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
  const onRedis = (state: 'away' | 'back', reason?: string) => {
    if (state === 'back') logger.warn('Redis is back: limits count for all processes together again')
    else logger.warn({ reason }, 'REDIS_URL does not answer: until it does, limits count in this process alone')
  }
  const opened = await openContext(env, database, { works, onRedis })
  const { newsletters, site } = opened.context
  const { db } = database
  const follow = () =>
    site.refresh(db).catch((fault) => logger.warn({ err: fault }, 'the settings could not be read again'))
  opened.changed.listen(() => void follow())
  // Changes by other processes: settings, and everything that the feed of the product API passes on.
  const stopListening =
    database.kind === 'native' ? listenForChanges(database.connect, opened.changed, logger) : undefined
  const mailer = openMailer(env, () => newsletters.from)
  const close = async () => {
    await stopListening?.()
    await mailer.close()
    await opened.close()
    await database.close()
  }
  return { ...opened, database, mailer, close }
}

type OpenContext = {
  context: Context
  changed: ChangeSignal
  queue: OpenQueue
  /** Call it when nothing uses the product any more. */
  close: () => Promise<void>
}

type Options = {
  /** Whether this process runs jobs; a script does not. */
  works: boolean
  onRedis?: (state: 'away' | 'back', reason?: string) => void
}

/** Creates the dependencies of all services on an open database; enqueued jobs wait for a worker. */
export async function openContext(env: ApiEnv, database: Database, { works, onRedis }: Options): Promise<OpenContext> {
  const queue = await openQueue(database.pool, { works })
  const redis = env.REDIS_URL ? await openRedis(env.REDIS_URL) : undefined
  const limits = createLimits({ redis, searchesPerMinute: env.SEARCH_LIMIT_PER_MINUTE, onRedis })
  const changed = new ChangeSignal()
  const site = new SettingsOfSite(fixedSettings(env))
  await site.refresh(database.db)
  const speech = openSpeechWorker()
  const context: Context = {
    db: database.db,
    now: () => new Date(),
    site,
    get productName() {
      return site.now.name
    },
    publicUrl: env.PUBLIC_URL,
    get contactEmail() {
      return site.now.contact_email
    },
    get categories() {
      return site.categories
    },
    welcomesSubscribers: env.WELCOME_MAIL === 'on',
    changed,
    shows: () => undefined,
    queue,
    limits,
    newsletters: newsletterSettings(env, site),
    books: bookSettings(env.ADD_BOOK_CODE),
    openai: openAiSettings(env),
    wakeSender: () => undefined,
    provesBackups: provesBackups(env),
    voice: voiceOf(env, speech),
    narratesStories: env.NARRATE_STORIES === 'on',
    files: { storage: openStorage(env), incoming: path.join(env.DATA_DIR, 'incoming') },
  }
  const close = async () => {
    await queue.close()
    await speech.close()
    limits.close()
  }
  return { context, changed, queue, close }
}

/** The configured voice, or the one that comes with the product. */
function voiceOf(env: ApiEnv, worker: SpeechWorker): Voice {
  const endpoint = openAiSettings(env)
  const { SPEECH_MODEL: model, SPEECH_VOICE: voice } = env
  if (!endpoint || !model) return embeddedVoice(worker)
  const { baseUrl, apiKey } = endpoint
  return endpointVoice({ baseUrl, apiKey, model, voice }, worker)
}

/** Ends the process, once: closes everything, for at most `mostMs` even if something hangs. */
export function endProcess(mostMs: number, close: () => Promise<void>): () => Promise<void> {
  let ending: Promise<void> | undefined
  const end = async () => {
    setTimeout(() => process.exit(1), mostMs).unref()
    await close()
    exitProcess(0)
  }
  return () => {
    ending ??= end()
    return ending
  }
}
