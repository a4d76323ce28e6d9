import { ensureAdmin } from '#accounts/make-admin.ts'
import { findActor } from '#accounts/sessions.ts'
import { signInWithGoogle } from '#accounts/sign-in/sign-in-with-google.ts'
import { anAccount, firefox, linkToken, rightPassword } from '#testing/accounts.ts'
import { api, openSession, send, withApi } from '#testing/api.ts'
import { connectionOf } from '#testing/databases.ts'
import { aStory } from '#testing/factories.ts'
import { over } from '../db/client.ts'
import { DatabasePool } from '../db/pool.ts'

withApi()

const statements: string[] = []
let watched: DatabasePool
beforeEach(() => {
  statements.length = 0
  watched = new DatabasePool({ ...connectionOf(globalThis.testDatabase), max: 4 })
  watched.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    const noting = (asked: string | { text: string }, ...more: unknown[]) => {
      statements.push(typeof asked === 'string' ? asked : asked.text)
      return query(asked, ...more)
    }
    client.query = noting as typeof client.query
  })
  api().context.db = over(watched).db
})
afterEach(async () => {
  api().context.db = over(api().pool).db
  await watched.end()
})

/** The statements of each transaction after it took the change feed's lock. */
function underTheLock(): string[][] {
  const starts = statements.flatMap((statement, index) => (statement.includes('pg_advisory_xact_lock') ? [index] : []))
  return starts.map((start) => statements.slice(start + 1, statements.indexOf('commit', start)))
}

const claims = {
  issuer: 'https://issuer.example',
  subject: 'ada',
  email: 'ada@example.com',
  name: 'Ada',
  picture: null,
}

// A transaction that waits for that lock may hold a row: asking for that row after taking the lock would be a deadlock.
test.each<[string, () => Promise<unknown>]>([
  [
    'a sign-up',
    () => send('POST', '/users/signup', { body: { name: 'Ada', email: 'ada@example.com', password: rightPassword } }),
  ],
  ['the first administrator', () => ensureAdmin(api().context, { email: 'admin@example.com' })],
  [
    'a sign-up by Google at a browser where somebody else is signed in',
    async () => {
      const { context } = api()
      const { id } = await anAccount()
      const actor = await findActor(context, await openSession(context, id))
      const caller = { address: '192.0.2.1', userAgent: firefox }
      statements.length = 0
      await signInWithGoogle({ ...context, actor, caller }, { verify: async () => claims }, 'token')
      expect((await api().pool.query('select user_id from sessions')).rows).not.toContainEqual({ user_id: id })
    },
  ],
  [
    'a new name together with another email',
    async () => {
      const author = await anAccount()
      await aStory({ by: author })
      statements.length = 0
      const body = { name: 'Ada King', email: 'new@example.com' }
      await send('POST', '/users/update-profile', { as: author.id, body })
    },
  ],
  [
    'another email, with its newsletters',
    async () => {
      const { id, email } = await anAccount({ email: 'old@example.com', emailProvenAt: new Date() })
      await send('POST', '/newsletters/subscribe', {
        as: id,
        body: { email, category: 'fiction', frequency: 'weekly' },
      })
      await send('POST', '/users/update-profile', { as: id, body: { email: 'new@example.com' } })
      const token = await linkToken('/confirm-email/')
      statements.length = 0
      await send('POST', '/users/confirm-email', { as: id, body: { token } })
    },
  ],
])('%s takes the lock of the change feed last', async (_, act) => {
  await act()
  const [rest, ...others] = underTheLock()
  expect(others).toEqual([])
  expect(rest).toEqual([expect.stringContaining('insert into "changes"'), expect.stringContaining('pg_notify')])
})
