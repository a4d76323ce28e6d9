import { api, get, send, withApi } from '../testing/api.ts'
import { type BreakableDatabase, openBreakable } from '../testing/breakable-database.ts'
import { temporaryFolder } from '../testing/children.ts'
import { connectionOf } from '../testing/databases.ts'
import { type Database, openDatabase, over } from './client.ts'

withApi()

const folder = temporaryFolder()
const statementMs = 200
/** What the answer to a statement may take longer, what a connection may take, and some room. */
const answerMostMs = statementMs + 1_000 + 2_500 + 1_500

let way: BreakableDatabase
let database: Database
beforeEach(async () => {
  way = await openBreakable(connectionOf('native'))
  const { user = '', password = '', database: name, host, port } = way.connection
  const url = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(String(password))}@${host}:${port}/${name}`
  const env = { DATABASE_URL: url, DATA_DIR: folder }
  database = await openDatabase(env, { onCrash: () => undefined, statementTimeoutMs: statementMs })
  api().context.db = database.db
})
afterEach(async () => {
  api().context.db = over(api().pool).db
  // What fell silent never answers a goodbye.
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
  expect((await signUp()).status).toBe(200)
  way.fallSilent()
  for (const times of ['over a connection that lay idle', 'over a new one']) {
    const askedAt = performance.now()
    const response = await ask()
    expect([times, response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([times, 503, true])
    expect(performance.now() - askedAt).toBeLessThan(answerMostMs)
  }
  way.speakAgain()
  expect((await ask()).status).toBe(200)
})
