import type { SignedIn } from '#contract/users.ts'
import { anAccount, auditTrail, dayMs, firefox, logIn, rightPassword, safari, tokenOf } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { expectSameTime, timeByTurns } from '#testing/expect-same-time.ts'
import { anAuthor } from '#testing/factories.ts'
import { hashPassword, knownRequester } from '../password-hashing/hash-password.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

withApi()

const email = 'ada@example.com'
const statusOf = async (token: string) => (await get('/users/current_user', { token })).status

describe('POST /users/login', () => {
  test('starts a session of thirty days and answers the user', async () => {
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

  test('creates a new token each time, and ends the session it came with', async () => {
    await anAccount({ email })
    const first = await tokenOf(email)
    const beside = await tokenOf(email)
    const second = await tokenOf(email, { token: first })
    expect(new Set([first, beside, second]).size).toBe(3)
    expect([await statusOf(first), await statusOf(beside), await statusOf(second)]).toEqual([401, 200, 200])
  })

  test("ends the session it came with, also another person's, but none of their other ones", async () => {
    await anAccount({ email })
    await anAccount({ email: 'bob@example.com' })
    const [bobs, elsewhere] = [await tokenOf('bob@example.com'), await tokenOf('bob@example.com')]
    const token = await tokenOf(email, { token: bobs })
    expect([await statusOf(bobs), await statusOf(elsewhere), await statusOf(token)]).toEqual([401, 200, 200])
  })

  test('does not end a session if it fails', async () => {
    await anAccount({ email })
    const token = await tokenOf(email)
    expect((await logIn(email, 'wrong horse', { token })).status).toBe(401)
    expect(await statusOf(token)).toBe(200)
  })
})

test('refuses a password that is changed while it is checked', async () => {
  const { id } = await anAccount({ email })
  const { context, pool } = api()
  const take = async () => void (await pool.query('update users set password_hash = $1 where id = $2', ['another', id]))
  const ctx = { ...context, limits: { ...context.limits, take } }
  await expect(signInWithPassword(ctx, { email, password: rightPassword })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
  expect((await pool.query('select 1 from sessions')).rows).toEqual([])
})

describe('the audit of sign-ins', () => {
  test('records who, how, when and from where, and never the typed text', async () => {
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
        details: { method: 'password', device: 'Firefox on Windows', client: '192.0.2.1' },
      },
      { action: 'sign_in_failed', actor_id: null, user_id: id, email, ...from },
      { action: 'sign_in_failed', actor_id: null, user_id: null, email: '', ...from },
    ])
    expect(JSON.stringify(await auditTrail())).not.toContain('a secret')
  })
})

describe('a sign-in from somewhere new', () => {
  const subjects = async () => (await mails()).map(({ subject }) => subject)

  test('emails the owner when, where and how', async () => {
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

  test('sends no email for the first sign-in, nor if the address or the browser is known', async () => {
    await anAccount({ email })
    await logIn(email)
    await logIn(email, rightPassword, { address: '198.51.100.7' })
    await logIn(email, rightPassword, { userAgent: safari })
    expect(await subjects()).toEqual([])
  })

  test('sends no email for another address in the same IPv6 network', async () => {
    await anAccount({ email })
    await logIn(email, rightPassword, { address: '2001:db8:1:2::1' })
    await logIn(email, rightPassword, { address: '2001:db8:1:2:ffff::9', userAgent: safari })
    expect(await subjects()).toEqual([])
    expect((await auditTrail('sign_in')).map(({ address }) => address)).toEqual([
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff::9',
    ])
    await logIn(email, rightPassword, { address: '2001:db8:1:3::1', userAgent: 'Another' })
    expect(await subjects()).toHaveLength(1)
  })

  test('sends no email for a failed sign-in', async () => {
    await anAccount({ email })
    await logIn(email)
    await logIn(email, 'wrong', { address: '198.51.100.7', userAgent: safari })
    expect(await subjects()).toEqual([])
  })
})

test('a client that fills its share of the hashing queue is refused immediately; others get in', async () => {
  await anAccount({ email })
  const tries = Array.from({ length: 30 }, (_, count) => logIn(`nobody-${count}@example.com`))
  const other = logIn(email, rightPassword, { address: '192.0.2.2' })
  const responses = await Promise.all(tries)
  expect((await other).status).toBe(200)
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(30)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('known and unknown addresses take the same time', async () => {
  await anAccount({ email, passwordHash: await hashPassword(rightPassword, knownRequester('a test')) })
  const times = await timeByTurns(40, {
    known: (round) => logIn(email, 'wrong horse', { address: `10.0.${round}.1` }),
    unknown: (round) => logIn('nobody@example.com', 'wrong horse', { address: `10.0.${round}.2` }),
  })
  expectSameTime(times)
})
