import { browserOf } from '#platform/limits/limits.ts'
import { anAccount, auditTrail, dayMs, firefox, logIn, passTime, rightPassword, safari } from '#testing/accounts.ts'
import { api, withApi } from '#testing/api.ts'

withApi()

const email = 'ada@example.com'
const fail = (typed = email, address = '203.0.113.1') => logIn(typed, 'wrong horse', { address })

describe('the limits of sign-ins', () => {
  test('refuse even the right password after five failures for one account from one address', async () => {
    await anAccount({ email })
    for (let count = 0; count < 5; count++) expect((await fail()).status).toBe(401)
    const refused = await logIn(email, rightPassword, { address: '203.0.113.1' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await logIn(email, rightPassword, { address: '192.0.2.1' })).status).toBe(200)
  })

  test('check only five passwords of many simultaneous requests', async () => {
    await anAccount({ email })
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => fail()))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  })

  test('are reset by a success', async () => {
    await anAccount({ email })
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 4; count++) expect((await fail(email, '192.0.2.1')).status).toBe(401)
      expect((await logIn(email)).status).toBe(200)
    }
  })

  test('do not lock out an owner at a known address because of strangers', async () => {
    await anAccount({ email })
    await logIn(email)
    for (let count = 0; count < 50; count++) await api().context.limits.take('loginAccount', email)
    expect((await fail(email, '203.0.113.9')).status).toBe(429)
    expect((await logIn(email)).status).toBe(200)
    passTime(91 * dayMs)
    expect((await logIn(email)).status).toBe(429)
  })

  test('do not lock out known clients at a shared address', async () => {
    await anAccount({ email })
    await logIn(email)
    for (let count = 0; count < 1_000; count++) await api().context.limits.take('loginAddress', '192.0.2.1')
    expect((await fail('bob@example.com', '192.0.2.1')).status).toBe(429)
    expect((await logIn(email)).status).toBe(200)
  })

  test('stop one browser, not others at its address', async () => {
    const { limits } = api().context
    await anAccount({ email })
    const caller = { address: '203.0.113.1', userAgent: firefox }
    for (let count = 0; count < 100; count++) await limits.take('login', browserOf(caller))
    expect((await logIn(email, rightPassword, caller)).status).toBe(429)
    expect((await logIn(email, rightPassword, { ...caller, userAgent: safari })).status).toBe(200)
  })

  test('create no counters for a refused client that invents addresses', async () => {
    const { context } = api()
    for (let count = 0; count < 1_000; count++) await context.limits.take('loginAddress', '203.0.113.1')
    const asked: string[] = []
    const { take } = context.limits
    context.limits.take = (name, key) => {
      asked.push(name)
      return take(name, key)
    }
    for (let count = 0; count < 3; count++) expect((await fail(`x${count}@example.com`)).status).toBe(429)
    expect(asked).toEqual([])
  })

  test('count an IPv6 network as one client', async () => {
    await anAccount({ email })
    await logIn(email, rightPassword, { address: '2001:db8:1:2::1' })
    for (let count = 0; count < 50; count++) await api().context.limits.take('loginAccount', email)
    expect((await logIn(email, rightPassword, { address: '2001:db8:1:2:ffff::9' })).status).toBe(200)
    expect((await logIn(email, rightPassword, { address: '2001:db8:1:3::1' })).status).toBe(429)
  })

  test('allow sixty successes an hour from one client', async () => {
    await anAccount({ email })
    const before = async () => (await api().pool.query('select 1 from sessions')).rows.length
    for (let count = 0; count < 59; count++) await api().context.limits.take('loginSuccess', `${email} 192.0.2.1`)
    expect((await logIn(email)).status).toBe(200)
    expect((await logIn(email)).status).toBe(429)
    expect(await before()).toBe(1)
    expect((await logIn(email, rightPassword, { address: '192.0.2.2' })).status).toBe(200)
  })

  test('apply to unknown addresses as well', async () => {
    for (let count = 0; count < 5; count++) expect((await fail('nobody@example.com')).status).toBe(401)
    expect((await fail('NOBODY@example.com')).status).toBe(429)
  })
})

describe('the audit of refused sign-ins', () => {
  const refusals = () => auditTrail('sign_in_refused')

  test('records the first one for each limit and key, and again after a while', async () => {
    const { id } = await anAccount({ email })
    for (let count = 0; count < 5; count++) await fail()
    expect(await refusals()).toEqual([])
    for (let count = 0; count < 3; count++) expect((await fail()).status).toBe(429)
    const details = { method: 'password', limit: 'loginPair' }
    expect(await refusals()).toMatchObject([{ actor_id: null, user_id: id, email, address: '203.0.113.1', details }])
    // Simulates the end of the window.
    await api().context.limits.forget('refusal', `loginPair ${email} 203.0.113.1`)
    await fail()
    expect(await refusals()).toHaveLength(2)
  })

  test('can’t be filled by a refused client that invents addresses', async () => {
    for (let count = 0; count < 1_000; count++) await api().context.limits.take('loginAddress', '203.0.113.1')
    for (let count = 0; count < 5; count++) expect((await fail(`x${count}@example.com`)).status).toBe(429)
    expect(await refusals()).toMatchObject([{ user_id: null, email: '', details: { limit: 'loginAddress' } }])
  })
})
