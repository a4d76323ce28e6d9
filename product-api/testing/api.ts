import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import type { GoogleVerifier } from '#accounts/google-verifier.ts'
import { startSession } from '#accounts/sessions.ts'
import { openDisk } from '#files/storage/disk.ts'
import type { NewsletterSettings } from '#newsletters/settings.ts'
import { ChangeFeed, ChangeSignal } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import { over } from '#platform/db/client.ts'
import { createMetrics } from '#platform/http/middleware.ts'
import { createLimits } from '#platform/limits/limits.ts'
import { createLogger } from '#platform/log.ts'
import { type Mail, messageOf } from '#platform/mail/message.ts'
import { type OpenQueue, openQueue } from '#platform/queue/queue.ts'
import { SettingsOfSite } from '#platform/site-settings.ts'
import { embeddedVoice } from '#podcasts/embedded-voice.ts'
import { openSpeechWorker } from '#podcasts/speech-worker.ts'
import { createApp } from '#start/app.ts'
import { connectionOf } from './databases.ts'
import { emptyTables } from './empty-tables.ts'
import { GuardedPool } from './guarded-pool.ts'
import { runJobs } from './run-jobs.ts'

declare global {
  var testDatabase: 'embedded' | 'native'
}

type Options = { searchesPerMinute?: number; silenceMs?: number; google?: GoogleVerifier; bounceSecret?: string }
type TestApi = {
  pool: GuardedPool
  context: Context
  queue: OpenQueue
  feed: ChangeFeed
  app: ReturnType<typeof createApp>
  log: string[]
  /** The emails that were sent since the test began. */
  sent: Mail[]
}

type Ask = { as?: string | undefined; token?: string | undefined; headers?: Record<string, string> }

let running: TestApi | undefined
const speech = openSpeechWorker()

/** Sets up an API over an empty database for each test of a file; call it once at the top. */
export function withApi(options: Options = {}): void {
  const freshLimits = () => createLimits({ searchesPerMinute: options.searchesPerMinute ?? 1_000_000 })
  beforeAll(async () => {
    running = await start(options)
  })
  beforeEach(async () => {
    const { pool, log, sent, context } = api()
    log.length = 0
    sent.length = 0
    context.limits = freshLimits()
    context.site.take({})
    await emptyTables(pool)
  })
  afterEach(() => api().pool.expectNoneRefused())
  afterAll(async () => {
    const { feed, queue, pool, context } = api()
    feed.close()
    rmSync(path.dirname(context.files.incoming), { recursive: true, force: true })
    await queue.close()
    await speech.close()
    await pool.end()
  })
}

export function api(): TestApi {
  if (!running) throw new Error('Call withApi() at the top of the test file')
  return running
}

/** Sends a request to the API; `as`: the id of a person, for whom a session is opened. */
export async function get(
  path: string,
  { method = 'GET', signal, ...ask }: Ask & { method?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  return api().app.request(path, { method, signal: signal ?? null, headers: await headersFor(ask) })
}

/** Sends a request with a body: JSON, or a text or bytes unchanged if a content-type is given. */
export async function send(
  method: string,
  path: string,
  { body, signal, ...ask }: Ask & { body?: unknown; signal?: AbortSignal } = {},
): Promise<Response> {
  const headers = await headersFor(ask)
  const raw = (typeof body === 'string' || body instanceof Uint8Array) && headers.has('content-type')
  if (body !== undefined && !raw) headers.set('content-type', 'application/json')
  const sent = raw ? (body as BodyInit) : JSON.stringify(body)
  return api().app.request(path, { method, headers, body: sent, signal: signal ?? null })
}

/** Runs every ready job; `later`: scheduled ones too. @returns the emails that were sent since the test began. */
export async function mails({ later = false } = {}): Promise<Mail[]> {
  const { context, queue, sent } = api()
  const mailer = {
    send: async (mail: Mail) => {
      messageOf(mail, { name: 'Bytewise', address: context.contactEmail })
      sent.push(mail)
    },
    close: async () => undefined,
  }
  await runJobs(queue, { ...context, mailer }, { later })
  return [...sent]
}

async function headersFor({ as, token, headers: given }: Ask): Promise<Headers> {
  const headers = new Headers(given)
  const opened = as ? await openSession(api().context, as) : token
  if (opened) headers.set('authorization', `Bearer ${opened}`)
  return headers
}

async function start({ silenceMs, google, bounceSecret }: Options): Promise<TestApi> {
  const pool = new GuardedPool({ ...connectionOf(globalThis.testDatabase), max: 4 })
  const { db } = over(pool)
  const changed = new ChangeSignal()
  const queue = await openQueue(pool, { works: false })
  const site = new SettingsOfSite()
  const moment = { now: () => new Date(), shows: () => undefined }
  const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-files-'))
  const files = { storage: openDisk(path.join(folder, 'uploads')), incoming: path.join(folder, 'incoming') }
  const newsletters = testNewsletters(site.now.contact_email)
  const wakeSender = () => undefined
  const context: Context = {
    site,
    get productName() {
      return site.now.name
    },
    publicUrl: 'http://localhost:3000',
    get contactEmail() {
      return site.now.contact_email
    },
    get categories() {
      return site.categories
    },
    ...moment,
    newsletters,
    books: { addCode: undefined, timeouts: { beginMs: 5_000, idleMs: 5_000, wholeMs: 20_000 } },
    openai: undefined,
    wakeSender,
    welcomesSubscribers: true,
    db,
    queue,
    changed,
    files,
    voice: embeddedVoice(speech),
    narratesStories: false,
    provesBackups: false,
    limits: createLimits(),
  }
  const feed = new ChangeFeed({ db, changed, silenceMs })
  const log: string[] = []
  const app = createApp({
    context,
    feed,
    logger: createLogger('info', linesInto(log)),
    metrics: createMetrics({ collectProcess: false }),
    google,
    bounceSecret,
  })
  return { pool, context, queue, feed, app, log, sent: [] }
}

function testNewsletters(address: string): NewsletterSettings {
  return {
    sendCode: 'a code for tests',
    from: { name: 'Bytewise', address },
    ...{ dkim: undefined, bounceAddress: undefined, uncertain: 'resend', digestHour: 7, hasMailServer: false },
    limits: { perSecond: undefined, perDomain: new Map(), warmUp: [] },
  }
}

function linesInto(log: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(chunk.toString())
      done()
    },
  })
}

/** @returns the token of a new session. */
export async function openSession(ctx: Context, userId: string): Promise<string> {
  const { token } = await startSession(ctx, ctx.db, { userId, method: 'password' })
  return token
}
