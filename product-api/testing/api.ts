import { Writable } from 'node:stream'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createApp } from '../app.ts'
import { ChangeFeed } from '../changes/feed.ts'
import { ChangeSignal } from '../changes/signal.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { createMetrics } from '../http/metrics.ts'
import { limitPerMinute } from '../http/rate-limit.ts'
import { createLogger } from '../log.ts'
import { openSession } from '../users/service.ts'
import { connectionOf } from './databases.ts'

declare global {
  var testDatabase: 'embedded' | 'native'
}

type Options = { searchesPerMinute?: number; silenceMs?: number }
type TestApi = {
  pool: pg.Pool
  context: Context
  feed: ChangeFeed
  app: ReturnType<typeof createApp>
  log: string[]
}

const tables = [
  ...['users', 'sessions', 'publications', 'contents', 'content_slugs'],
  ...['search_documents', 'search_words', 'changes'],
]

let running: TestApi | undefined

/** Gives the tests of a file an API over an empty database; call it once at the top. */
export function withApi(options: Options = {}): void {
  beforeAll(() => {
    running = start(options)
  })
  beforeEach(async () => {
    const { pool, log } = api()
    log.length = 0
    await pool.query(`truncate ${tables.join(', ')} restart identity`)
  })
  afterAll(async () => {
    api().feed.close()
    await api().pool.end()
  })
}

export function api(): TestApi {
  if (!running) throw new Error('Call withApi() at the top of the test file')
  return running
}

/** Asks the API as a client of it would; `as` is somebody's id, whose session is opened for it. */
export async function get(
  path: string,
  { as, ...init }: { as?: string; headers?: Record<string, string>; method?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const { app, context } = api()
  const headers = new Headers(init.headers)
  if (as) headers.set('authorization', `Bearer ${await openSession(context, as)}`)
  return app.request(path, { ...init, headers })
}

function start({ searchesPerMinute = 1_000_000, silenceMs }: Options): TestApi {
  const pool = new pg.Pool({ ...connectionOf(globalThis.testDatabase), max: 4 })
  const db = drizzle(pool) as Db
  const changed = new ChangeSignal()
  const context: Context = { db, now: () => new Date(), productName: 'Bytewise', changed }
  const feed = new ChangeFeed({ db, changed, silenceMs })
  const log: string[] = []
  const app = createApp({
    context,
    feed,
    logger: createLogger('info', linesInto(log)),
    metrics: createMetrics({ collectProcess: false }),
    limitSearch: limitPerMinute(searchesPerMinute),
  })
  return { pool, context, feed, app, log }
}

function linesInto(log: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(chunk.toString())
      done()
    },
  })
}
