import path from 'node:path'
import { bookSettings } from '#books/settings.ts'
import { openStorage } from '#files/open-storage.ts'
import type { NewsletterSettings } from '#newsletters/settings.ts'
import { ChangeSignal } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/db/client.ts'
import { createLimits } from '#platform/limits/limits.ts'
import { openAiSettings } from '#platform/openai.ts'
import { type OpenQueue, openQueue } from '#platform/queue/queue.ts'
import { embeddedVoice } from '#podcasts/embedded-voice.ts'
import { endpointVoice } from '#podcasts/endpoint-voice.ts'
import { openSpeechWorker, type SpeechWorker } from '#podcasts/speech-worker.ts'
import type { Voice } from '#podcasts/voice.ts'
import type { ApiEnv } from './env.ts'

type OpenContext = { context: Context; changed: ChangeSignal; queue: OpenQueue; close: () => Promise<void> }

type Options = {
  /** Whether this process runs jobs; a script does not. */
  works: boolean
  onRedis?: (state: 'away' | 'back', reason?: string) => void
}

/** Creates the dependencies of all services on an open database; enqueued jobs wait for a worker. */
export async function openContext(env: ApiEnv, database: Database, { works, onRedis }: Options): Promise<OpenContext> {
  const queue = await openQueue(database.pool, { works })
  const limits = createLimits({
    redisUrl: env.REDIS_URL,
    searchesPerMinute: env.SEARCH_LIMIT_PER_MINUTE,
    onRedis,
  })
  const changed = new ChangeSignal()
  const speech = openSpeechWorker()
  const context: Context = {
    db: database.db,
    now: () => new Date(),
    productName: env.PRODUCT_NAME,
    publicUrl: env.PUBLIC_URL,
    contactEmail: env.CONTACT_EMAIL,
    welcomesSubscribers: env.WELCOME_MAIL === 'on',
    changed,
    shows: () => undefined,
    queue,
    limits,
    newsletters: newsletterSettings(env),
    books: bookSettings(env.ADD_BOOK_CODE),
    openai: openAiSettings(env),
    wakeSender: () => undefined,
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

/** The newsletter settings from the environment. */
function newsletterSettings(env: ApiEnv): NewsletterSettings {
  return {
    sendCode: env.NEWSLETTER_SEND_CODE,
    from: env.MAIL_FROM,
    dkim: env.DKIM,
    bounceAddress: env.BOUNCE_ADDRESS,
    uncertain: env.NEWSLETTER_UNCERTAIN,
    limits: {
      perSecond: env.NEWSLETTER_PER_SECOND || undefined,
      perDomain: env.NEWSLETTER_PER_DOMAIN ?? new Map(),
      warmUp: env.NEWSLETTER_WARM_UP ?? [],
    },
    digestHour: env.DIGEST_HOUR,
    hasMailServer: env.SMTP_URL !== undefined,
  }
}

/** The configured voice, or the one that comes with the product. */
function voiceOf(env: ApiEnv, worker: SpeechWorker): Voice {
  const endpoint = openAiSettings(env)
  const { SPEECH_MODEL: model, SPEECH_VOICE: voice } = env
  if (!endpoint || !model) return embeddedVoice(worker)
  const { baseUrl, apiKey } = endpoint
  return endpointVoice({ baseUrl, apiKey, model, voice }, worker)
}
