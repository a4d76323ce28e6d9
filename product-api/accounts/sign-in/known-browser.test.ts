import type { SignedIn } from '#contract/users.ts'
import { anAccount, auditTrail, dayMs, linkToken, logIn, passTime, rightPassword, tokenOf } from '#testing/accounts.ts'
import { api, send, withApi } from '#testing/api.ts'

withApi()

const email = 'ada@example.com'
const next = 'another horse battery'
const address = '192.0.2.1'

/** The secrets that a browser stores after a sign-in. */
async function keptAfter(answer: Promise<Response>): Promise<string> {
  const { known_browser } = (await (await answer).json()) as SignedIn
  return known_browser ?? ''
}

/** Fails from the owner's address with the same user agent, as a neighbour could. */
async function lockOut(): Promise<void> {
  for (let count = 0; count < 5; count++) expect((await logIn(email, 'wrong horse')).status).toBe(401)
  expect((await logIn(email)).status).toBe(429)
}

describe('a known browser', () => {
  test('can sign in after failures by a neighbour at the same address', async () => {
    await anAccount({ email })
    const knownBrowser = await keptAfter(logIn(email))
    await lockOut()
    expect((await logIn(email, rightPassword, { knownBrowser })).status).toBe(200)
    expect((await logIn(email)).status).toBe(429)
  })

  test('can sign in from a new address after failures by strangers', async () => {
    await anAccount({ email })
    const knownBrowser = await keptAfter(logIn(email))
    for (let count = 0; count < 50; count++) await api().context.limits.take('loginAccount', email)
    expect((await logIn(email, rightPassword, { address: '198.51.100.7' })).status).toBe(429)
    expect((await logIn(email, rightPassword, { address: '198.51.100.7', knownBrowser })).status).toBe(200)
  })

  test('has five attempts of its own, which don’t count for others', async () => {
    await anAccount({ email })
    const knownBrowser = await keptAfter(logIn(email))
    const typed = async (password: string) => (await logIn(email, password, { knownBrowser })).status
    for (let count = 0; count < 5; count++) expect(await typed('wrong horse')).toBe(401)
    expect(await typed(rightPassword)).toBe(429)
    expect((await logIn(email)).status).toBe(200)
  })

  test('is known to one account only', async () => {
    await anAccount({ email })
    await anAccount({ email: 'mallory@example.com' })
    const knownBrowser = await keptAfter(logIn('mallory@example.com'))
    await lockOut()
    expect((await logIn(email, rightPassword, { knownBrowser })).status).toBe(429)
  })

  test('can be shared by three people', async () => {
    const people = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`)
    for (const person of people) await anAccount({ email: person })
    let knownBrowser = ''
    for (const person of people) knownBrowser = await keptAfter(logIn(person, rightPassword, { knownBrowser }))
    for (const person of people) await api().context.limits.take('loginPair', `${person} ${address}`)
    for (const person of people) for (let i = 0; i < 4; i++) await logIn(person, 'wrong horse')
    const tries = people.map((person) => logIn(person, rightPassword, { knownBrowser }))
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([429, 200, 200, 200])
  })

  test('gets a new secret with every sign-in, one for each person', async () => {
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

  test('is forgotten with every new password, and then has no attempts of its own', async () => {
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
    'is not recognised by an invalid secret (%#)',
    async (knownBrowser) => {
      await anAccount({ email })
      await logIn(email)
      await lockOut()
      expect((await logIn(email, rightPassword, { knownBrowser })).status).toBe(429)
    },
  )
})

test('five wrong passwords at the log-in page do not block the re-authentication of a signed-in person', async () => {
  await anAccount({ email })
  const token = await tokenOf(email)
  await lockOut()
  const body = { currentPassword: rightPassword, password: next }
  const headers = { 'x-forwarded-for': address }
  expect((await send('POST', '/users/change-password', { token, body, headers })).status).toBe(200)
})
