import type { SignedIn } from '#contract/users.ts'
import { anAccount, auditTrail, dayMs, linkToken, logIn, passTime, rightPassword, tokenOf } from '#testing/accounts.ts'
import { api, send, withApi } from '#testing/api.ts'

withApi()

const email = 'ada@example.com'
const next = 'another horse battery'
const address = '192.0.2.1'

/** What a browser keeps after a sign-in. */
async function keptAfter(answer: Promise<Response>): Promise<string> {
  const { known_browser } = (await (await answer).json()) as SignedIn
  return known_browser ?? ''
}

/** From the owner's own address and with the same browser's name: nothing of it is out of a neighbour's reach. */
async function lockOut(): Promise<void> {
  for (let count = 0; count < 5; count++) expect((await logIn(email, 'wrong horse')).status).toBe(401)
  expect((await logIn(email)).status).toBe(429)
}

describe('a browser that the account knows', () => {
  test('gets in whatever a neighbour has tried from the same address', async () => {
    await anAccount({ email })
    const knownBrowser = await keptAfter(logIn(email))
    await lockOut()
    expect((await logIn(email, rightPassword, { knownBrowser })).status).toBe(200)
    expect((await logIn(email)).status).toBe(429)
  })

  test('gets in from an address that the account has never seen, whatever strangers have tried', async () => {
    await anAccount({ email })
    const knownBrowser = await keptAfter(logIn(email))
    for (let count = 0; count < 50; count++) await api().context.limits.take('loginAccount', email)
    expect((await logIn(email, rightPassword, { address: '198.51.100.7' })).status).toBe(429)
    expect((await logIn(email, rightPassword, { address: '198.51.100.7', knownBrowser })).status).toBe(200)
  })

  test('has five tries of its own, and uses up no one else’s', async () => {
    await anAccount({ email })
    const knownBrowser = await keptAfter(logIn(email))
    const typed = async (password: string) => (await logIn(email, password, { knownBrowser })).status
    for (let count = 0; count < 5; count++) expect(await typed('wrong horse')).toBe(401)
    expect(await typed(rightPassword)).toBe(429)
    expect((await logIn(email)).status).toBe(200)
  })

  test('is known to that account alone', async () => {
    await anAccount({ email })
    await anAccount({ email: 'mallory@example.com' })
    const knownBrowser = await keptAfter(logIn('mallory@example.com'))
    await lockOut()
    expect((await logIn(email, rightPassword, { knownBrowser })).status).toBe(429)
  })

  test('is known to those who share it, three of them', async () => {
    const people = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`)
    for (const person of people) await anAccount({ email: person })
    let knownBrowser = ''
    for (const person of people) knownBrowser = await keptAfter(logIn(person, rightPassword, { knownBrowser }))
    for (const person of people) await api().context.limits.take('loginPair', `${person} ${address}`)
    for (const person of people) for (let i = 0; i < 4; i++) await logIn(person, 'wrong horse')
    const tries = people.map((person) => logIn(person, rightPassword, { knownBrowser }))
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([429, 200, 200, 200])
  })

  test('has a new secret after every sign-in, and each person one', async () => {
    await anAccount({ email })
    const first = await keptAfter(logIn(email))
    const second = await keptAfter(logIn(email, rightPassword, { knownBrowser: first }))
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(second).toMatch(/^[\w-]{43}$/)
    expect(second).not.toBe(first)
    const kept = JSON.stringify(await auditTrail())
    for (const secret of [first, second]) expect(kept).not.toContain(secret)
  })

  test('is forgotten after ninety days', async () => {
    await anAccount({ email })
    const knownBrowser = await keptAfter(logIn(email))
    passTime(91 * dayMs)
    await lockOut()
    expect((await logIn(email, rightPassword, { knownBrowser })).status).toBe(429)
  })

  test('is forgotten with the password: who knew the old one has no tries apart for the new one', async () => {
    await anAccount({ email })
    const knownBrowser = await keptAfter(logIn(email))
    const token = await tokenOf(email)
    const body = { currentPassword: rightPassword, password: next }
    expect((await send('POST', '/users/change-password', { token, body })).status).toBe(200)
    for (let count = 0; count < 5; count++) await logIn(email, 'wrong horse')
    expect((await logIn(email, next, { knownBrowser })).status).toBe(429)

    const known = await keptAfter(logIn(email, next, { address: '198.51.100.7' }))
    await send('POST', '/users/forget-password', { body: { email } })
    const reset = { token: await linkToken('/reset-password/'), password: rightPassword }
    expect((await send('POST', '/users/reset-password', { body: reset })).status).toBe(200)
    for (let count = 0; count < 5; count++) await logIn(email, 'wrong horse')
    expect((await logIn(email, rightPassword, { knownBrowser: known })).status).toBe(429)
  })

  test.each(['', '.', 'a', 'a'.repeat(43), `${'a'.repeat(43)}.`.repeat(500), "' or 1=1 --", '%00', '0'.repeat(8_000)])(
    'is not whoever sends %#',
    async (knownBrowser) => {
      await anAccount({ email })
      await logIn(email)
      await lockOut()
      expect((await logIn(email, rightPassword, { knownBrowser })).status).toBe(429)
    },
  )
})

test('five wrong passwords at the log-in page keep no signed-in person from what asks for the password', async () => {
  await anAccount({ email })
  const token = await tokenOf(email)
  await lockOut()
  const body = { currentPassword: rightPassword, password: next }
  const headers = { 'x-forwarded-for': address }
  expect((await send('POST', '/users/change-password', { token, body, headers })).status).toBe(200)
})
