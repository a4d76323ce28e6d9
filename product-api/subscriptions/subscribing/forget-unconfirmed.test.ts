import { forgetOldEvents } from '#platform/audit.ts'
import { anAccount, hourMs, logIn, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { forgetUnconfirmed } from './forget-unconfirmed.ts'

withApi()

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => {
  const { context } = api()
  return { ...context, now: () => new Date(context.now().getTime() + days * dayMs) }
}
const count = async (table: string) => (await api().pool.query(`select 1 from ${table}`)).rowCount

test('an address that never answered is forgotten after a month, one that did is not', async () => {
  await send('POST', '/newsletters/subscribe', { body: { email: 'silent@example.com', category: 'books' } })
  await send('POST', '/newsletters/subscribe', { body: { email: 'reader@example.com', category: 'books' } })
  const mail = (await mails()).find(({ to }) => to.address === 'reader@example.com')
  const uuid = /\/subscription\/confirmation\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
  await send('GET', `/newsletters/confirm/${uuid}`, { headers: { accept: 'application/json' } })

  await forgetUnconfirmed(inDays(29))
  expect(await count('subscribers')).toBe(2)
  await forgetUnconfirmed(inDays(31))
  const { rows } = await api().pool.query('select email from subscribers')
  expect(rows).toEqual([{ email: 'reader@example.com' }])
  expect(await count('subscriptions')).toBe(1)
})

describe('an address that must be left alone', () => {
  const ask = () => send('POST', '/newsletters/subscribe', { body: { email: 'silent@example.com', category: 'books' } })

  test('because it refused is kept for as long as that applies, without its subscriptions', async () => {
    await ask()
    const uuid = /\/subscription\/unsubscribe\/([\w-]+)/.exec((await mails())[0]?.text ?? '')?.[1]
    await send('GET', `/newsletters/unsubscribe/${uuid}`, { headers: { accept: 'application/json' } })
    await forgetUnconfirmed(inDays(31))
    expect([await count('subscribers'), await count('subscriptions')]).toEqual([1, 0])
    await forgetUnconfirmed(inDays(179))
    expect(await count('subscribers')).toBe(1)
    await forgetUnconfirmed(inDays(181))
    expect(await count('subscribers')).toBe(0)
  })

  test('because it has not answered several emails is kept for as long after the last one', async () => {
    await ask()
    await mails()
    passTime(2 * hourMs)
    await ask()
    expect(await mails()).toHaveLength(2)
    await forgetUnconfirmed(inDays(179))
    expect([await count('subscribers'), await count('subscriptions')]).toEqual([1, 0])
    await forgetUnconfirmed(inDays(181))
    expect(await count('subscribers')).toBe(0)
  })
})

test('the links of an email that was sent late work for a month from then', async () => {
  const ask = (category: string) =>
    send('POST', '/newsletters/subscribe', { body: { email: 'silent@example.com', category } })
  await ask('books')
  await mails()
  for (const pauseMs of [hourMs, dayMs, 7 * dayMs]) {
    passTime(pauseMs)
    await ask('books')
    await mails({ later: true })
  }
  await ask('fiction')
  // The mail server is away as well.
  passTime(32 * dayMs)
  await forgetUnconfirmed(api().context)
  const late = (await mails({ later: true })).at(-1)?.text ?? ''
  expect(late).toContain('Fiction, weekly')
  const uuid = /\/subscription\/confirmation\/([\w-]+)/.exec(late)?.[1]
  const linked = async () => (await get(`/newsletters/subscription/${uuid}`)).status
  await forgetUnconfirmed(inDays(29))
  expect(await linked()).toBe(200)
  await forgetUnconfirmed(inDays(31))
  expect(await linked()).toBe(404)
})

test('deletes audit entries after a year', async () => {
  const { email } = await anAccount()
  await logIn(email)
  await forgetOldEvents(inDays(364))
  expect(await count("audit_events where action = 'sign_in'")).toBe(1)
  await forgetOldEvents(inDays(366))
  expect(await count('audit_events')).toBe(0)
})
