import { setTimeout as delay } from 'node:timers/promises'
import { api, get, send, withApi } from '#testing/api.ts'
import { type BreakableDatabase, openBreakable } from '#testing/breakable-database.ts'
import { temporaryFolder } from '#testing/children.ts'
import { connectionOf } from '#testing/databases.ts'
import { type Database, openDatabase, over } from './client.ts'

withApi()

const folder = temporaryFolder()
/**
 * The time to wait for a connection, plus the time of the last try, plus some room: more on a machine where a call takes
 * long that nothing holds up, because hashing a password waits for the processor too.
 */
const answerMostMs = (usualMs: number) => 3_000 + 1_000 + 1_500 + 3 * usualMs

/** @returns how long a sign-up takes while the database answers. */
async function timeSignUp(): Promise<number> {
  const askedAt = performance.now()
  expect((await signUp()).status).toBe(200)
  return performance.now() - askedAt
}

let way: BreakableDatabase
let database: Database
beforeEach(async () => {
  way = await openBreakable(connectionOf('native'))
})

async function open(statementTimeoutMs: number): Promise<void> {
  const { user = '', password = '', database: name, host, port } = way.connection
  const url = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(String(password))}@${host}:${port}/${name}`
  const env = { DATABASE_URL: url, DATA_DIR: folder }
  database = await openDatabase(env, { onCrash: () => undefined, statementTimeoutMs })
  api().context.db = database.db
}

afterEach(async () => {
  api().context.db = over(api().pool).db
  // A silent connection never answers a goodbye.
  const closed = database.close()
  await way.close()
  await closed
})

let people = 0
const signUp = () => {
  const person = { name: 'Ada', email: `ada-${people++}@example.com`, password: 'horse battery staple' }
  return send('POST', '/users/signup', { body: person })
}

test.each([
  ['a write', signUp],
  ['a read', () => get('/contents')],
])('%s whose database falls silent is answered in time, and the next one is served once it is back', async (_, ask) => {
  await open(200)
  const usualMs = await timeSignUp()
  way.fallSilent()
  for (const times of ['over a connection that was just used', 'over another one', 'over a new one']) {
    const askedAt = performance.now()
    const response = await ask()
    expect([times, response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([times, 503, true])
    expect(performance.now() - askedAt).toBeLessThan(answerMostMs(usualMs))
  }
  way.speakAgain()
  expect((await ask()).status).toBe(200)
})

test('connections that were cut off while they lay idle cost a call a moment, and no failure', async () => {
  // Longer than a call waits.
  await open(10_000)
  const [usualMs] = await Promise.all([timeSignUp(), signUp()])
  way.fallSilent()
  way.speakAgain()
  // A connection that was idle for a second is probed first.
  await delay(1_100)
  const askedAt = performance.now()
  expect((await signUp()).status).toBe(200)
  expect(performance.now() - askedAt).toBeLessThan(answerMostMs(usualMs))
})

test('bulk work without a limit may take longer than a second', async () => {
  await open(0)
  await expect(database.pool.query('select pg_sleep(1.2)')).resolves.toMatchObject({ rowCount: 1 })
})
