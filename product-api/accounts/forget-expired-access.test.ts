import { anAccount, logIn } from '#testing/accounts.ts'
import { api, mails, openSession, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { invite } from '#testing/invitations.ts'
import { forgetExpiredAccess } from './jobs.ts'

withApi()

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => ({ ...api().context, now: () => new Date(Date.now() + days * dayMs) })
const count = async (table: string) => (await api().pool.query(`select 1 from ${table}`)).rowCount

test('deletes expired sessions, links and challenges, and no others', async () => {
  const { email } = await anAccount()
  await logIn(email)
  await send('POST', '/users/login/passkey/options')
  await send('POST', '/users/forget-password', { body: { email } })
  await mails()
  const rows = async () => [await count('sessions'), await count('account_tokens'), await count('passkey_challenges')]
  await forgetExpiredAccess(inDays(0))
  expect(await rows()).toEqual([1, 1, 1])
  await forgetExpiredAccess(inDays(13))
  expect(await rows()).toEqual([1, 0, 0])
  await forgetExpiredAccess(inDays(15))
  expect(await rows()).toEqual([0, 0, 0])
})

test('deletes expired invitations, and accepted ones after a year', async () => {
  const admin = await anAdmin()
  await invite(admin, 'ada@example.com', 'bob@example.com')
  await api().pool.query("update invitations set accepted_at = created_at where email = 'ada@example.com'")
  const left = async () => (await api().pool.query('select email from invitations order by email')).rows
  await forgetExpiredAccess(inDays(13))
  expect(await left()).toHaveLength(2)
  await forgetExpiredAccess(inDays(14.1))
  expect(await left()).toEqual([{ email: 'ada@example.com' }])
  await forgetExpiredAccess(inDays(364))
  expect(await left()).toHaveLength(1)
  await forgetExpiredAccess(inDays(366))
  expect(await left()).toEqual([])
})

test('keeps a used session for thirty days, and deletes an administrator’s a day after its last use', async () => {
  const { context, pool } = api()
  const [{ id: user }, { id: admin }] = [await anAuthor(), await anAdmin()]
  await openSession(context, user)
  await openSession(context, admin)
  const left = async () => (await pool.query('select user_id from sessions')).rows.map(({ user_id }) => user_id)
  await forgetExpiredAccess(inDays(0.9))
  expect((await left()).sort()).toEqual([user, admin].sort())
  await forgetExpiredAccess(inDays(1.1))
  expect(await left()).toEqual([user])
  await pool.query('update sessions set last_seen_at = $1', [inDays(29).now()])
  await forgetExpiredAccess(inDays(29))
  expect(await left()).toEqual([user])
  await forgetExpiredAccess(inDays(30.1))
  expect(await left()).toEqual([])
})
