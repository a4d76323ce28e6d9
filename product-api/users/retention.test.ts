import { anAccount, logIn } from '../testing/accounts.ts'
import { api, mails, send, withApi } from '../testing/api.ts'
import { forgetExpired } from './retention.ts'

withApi()

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => ({ ...api().context, now: () => new Date(Date.now() + days * dayMs) })
const count = async (table: string) => (await api().pool.query(`select 1 from ${table}`)).rowCount

test('what nobody can use any more is deleted, and nothing before', async () => {
  const { email } = await anAccount()
  await logIn(email)
  await send('POST', '/users/login/passkey/options')
  await send('POST', '/users/forget-password', { body: { email } })
  await mails()
  const rows = async () => [await count('sessions'), await count('account_tokens'), await count('passkey_challenges')]
  await forgetExpired(inDays(0))
  expect(await rows()).toEqual([1, 1, 1])
  await forgetExpired(inDays(29))
  expect(await rows()).toEqual([1, 0, 0])
  await forgetExpired(inDays(31))
  expect(await rows()).toEqual([0, 0, 0])
})
