import type { SignedIn } from '#contract/users.ts'
import {
  anAccount,
  auditTrail,
  dayMs,
  firefox,
  logIn,
  passTime,
  rightPassword,
  safari,
  tokenOf,
} from '../testing/accounts.ts'
import { api, get, mails, send, withApi } from '../testing/api.ts'
import { anAuthor } from '../testing/factories.ts'
import { signIn } from './sign-in.ts'

withApi()

const email = 'ada@example.com'
const statusOf = async (token: string) => (await get('/users/current_user', { token })).status

describe('POST /users/login', () => {
  test('opens a session of thirty days and says who it is', async () => {
    const { id } = await anAccount({ email, name: 'Ada' })
    const response = await logIn('ADA@example.com')
    expect(response.status).toBe(200)
    const { token, expires_at, user } = (await response.json()) as SignedIn
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(expires_at ?? '') - Date.now()).toBeGreaterThan(29.9 * dayMs)
    expect(user).toMatchObject({ _id: id, uuid: id, name: 'Ada', email, role: 'user', has_password: true })
    expect(user).not.toHaveProperty('passwordHash')
    expect(await statusOf(token)).toBe(200)
  })

  test.each([
    ['a wrong password', email, 'wrong horse staple'],
    ['an unknown address', 'nobody@example.com', rightPassword],
    ['an account without a password', 'google@example.com', rightPassword],
    ['what is no address', 'ada', rightPassword],
  ])('answers the same to %s', async (_, typed, password) => {
    await anAccount({ email })
    await anAuthor({ email: 'google@example.com' })
    const response = await logIn(typed, password)
    expect(response.status).toBe(401)
    const { requestId: _id, ...body } = (await response.json()) as Record<string, unknown>
    expect(body).toEqual({
      type: '/reference#invalid_credentials',
      title: expect.any(String),
      status: 401,
      code: 'invalid_credentials',
      detail: 'Invalid email or password.',
      message: 'Invalid email or password.',
      error: 'Invalid email or password.',
    })
  })

  test.each([
    ['email', { password: rightPassword }],
    ['password', { email }],
    ['password', { email, password: null }],
    ['password', { email, password: 'a'.repeat(1_001) }],
  ])('refuses bad input and names %s', async (field, body) => {
    const response = await send('POST', '/users/login', { body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  test('makes a new token each time, and ends the one it came with', async () => {
    await anAccount({ email })
    const first = await tokenOf(email)
    const beside = await tokenOf(email)
    const second = await tokenOf(email, { token: first })
    expect(new Set([first, beside, second]).size).toBe(3)
    expect([await statusOf(first), await statusOf(beside), await statusOf(second)]).toEqual([401, 200, 200])
  })

  test("does not end somebody else's session", async () => {
    await anAccount({ email })
    await anAccount({ email: 'bob@example.com' })
    const bobs = await tokenOf('bob@example.com')
    await tokenOf(email, { token: bobs })
    expect(await statusOf(bobs)).toBe(200)
  })
})

test('a password that is changed while it is looked at opens nothing', async () => {
  const { id } = await anAccount({ email })
  const { context, pool } = api()
  const take = async () => void (await pool.query('update users set password_hash = $1 where id = $2', ['another', id]))
  const ctx = { ...context, limits: { ...context.limits, take } }
  await expect(signIn(ctx, { email, password: rightPassword })).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect((await pool.query('select 1 from sessions')).rows).toEqual([])
})

describe('the audit of sign-ins', () => {
  test('keeps who, how, when and from where, and never what was typed', async () => {
    const { id } = await anAccount({ email })
    await logIn(email)
    await logIn(email, 'a secret typed wrongly')
    await logIn('a secret in the wrong field')
    const from = { address: '192.0.2.1', user_agent: firefox }
    expect(await auditTrail()).toMatchObject([
      {
        action: 'sign_in',
        actor_id: id,
        user_id: id,
        email,
        ...from,
        details: { method: 'password', device: 'Firefox on Windows' },
      },
      { action: 'sign_in_failed', actor_id: null, user_id: id, email, ...from },
      { action: 'sign_in_failed', actor_id: null, user_id: null, email: '', ...from },
    ])
    expect(JSON.stringify(await auditTrail())).not.toContain('a secret')
  })
})

describe('a sign-in from somewhere new', () => {
  const subjects = async () => (await mails()).map(({ subject }) => subject)

  test('tells the owner when, where and how', async () => {
    await anAccount({ email })
    await logIn(email)
    await logIn(email, rightPassword, { address: '198.51.100.7', userAgent: safari })
    const [notice] = await mails()
    expect(notice?.to.address).toBe(email)
    for (const part of [
      '198.51.100.7',
      'Safari on macOS',
      String(new Date().getUTCFullYear()),
      'http://localhost:3000/forgot-password',
    ])
      expect(notice?.text).toContain(part)
  })

  test('is none at the first sign-in, nor where the address or the browser is known', async () => {
    await anAccount({ email })
    await logIn(email)
    await logIn(email, rightPassword, { address: '198.51.100.7' })
    await logIn(email, rightPassword, { userAgent: safari })
    expect(await subjects()).toEqual([])
  })

  test('is none for a sign-in that failed', async () => {
    await anAccount({ email })
    await logIn(email)
    await logIn(email, 'wrong', { address: '198.51.100.7', userAgent: safari })
    expect(await subjects()).toEqual([])
  })
})

describe('many sign-ins', () => {
  const fail = (typed = email, address = '203.0.113.1') => logIn(typed, 'wrong horse', { address })

  test('five failures for one account from one address, then a pause, even with the right password', async () => {
    await anAccount({ email })
    for (let count = 0; count < 5; count++) expect((await fail()).status).toBe(401)
    const refused = await logIn(email, rightPassword, { address: '203.0.113.1' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await logIn(email, rightPassword, { address: '192.0.2.1' })).status).toBe(200)
  })

  test('of many at once no more than five passwords are looked at', async () => {
    await anAccount({ email })
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => fail()))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  })

  test('a success forgets the failures before it', async () => {
    await anAccount({ email })
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 4; count++) expect((await fail(email, '192.0.2.1')).status).toBe(401)
      expect((await logIn(email)).status).toBe(200)
    }
  })

  test('an owner at a known address is not locked out by what strangers try', async () => {
    await anAccount({ email })
    await logIn(email)
    for (let count = 0; count < 50; count++) await api().context.limits.take('loginAccount', email)
    expect((await fail(email, '203.0.113.9')).status).toBe(429)
    expect((await logIn(email)).status).toBe(200)
    passTime(91 * dayMs)
    expect((await logIn(email)).status).toBe(429)
  })

  test('a client behind a shared address locks out nobody who was there before', async () => {
    await anAccount({ email })
    await logIn(email)
    for (let count = 0; count < 100; count++) await api().context.limits.take('loginAddress', '192.0.2.1')
    expect((await fail('bob@example.com', '192.0.2.1')).status).toBe(429)
    expect((await logIn(email)).status).toBe(200)
  })

  test('unknown addresses are limited just like accounts', async () => {
    for (let count = 0; count < 5; count++) expect((await fail('nobody@example.com')).status).toBe(401)
    expect((await fail('NOBODY@example.com')).status).toBe(429)
  })
})

test('more passwords than can be looked at soon are refused at once, with the time to wait', async () => {
  const tries = Array.from({ length: 30 }, (_, count) => logIn(`nobody-${count}@example.com`))
  const responses = await Promise.all(tries)
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(30)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('known and unknown addresses take the same time', async () => {
  await anAccount({ email })
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < 40; round++) {
    for (const which of ['known', 'unknown'] as const) {
      const address = `10.0.${round}.${which === 'known' ? 1 : 2}`
      const start = performance.now()
      await logIn(which === 'known' ? email : 'nobody@example.com', 'wrong horse', { address })
      times[which].push(performance.now() - start)
    }
  }
  const ratio = median(times.known) / median(times.unknown)
  expect(ratio).toBeGreaterThan(0.75)
  expect(ratio).toBeLessThan(1.33)
})

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
