import type { Session } from '#contract/sessions.ts'
import { anAccount, auditTrail, dayMs, minuteMs, passTime, safari, tokenOf } from '#testing/accounts.ts'
import { api, get, openSession, send, withApi } from '#testing/api.ts'

withApi()

const email = 'ada@example.com'
const statusOf = async (token: string) => (await get('/users/current_user', { token })).status
const listed = async (token: string) => (await (await get('/users/sessions', { token })).json()) as Session[]

describe('a session', () => {
  test('stores only the hash of its token', async () => {
    await anAccount({ email })
    const token = await tokenOf(email)
    const { rows } = await api().pool.query('select * from sessions')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('expires after thirty days, and is deleted at the next sign-in', async () => {
    await anAccount({ email })
    const token = await tokenOf(email)
    for (let visit = 0; visit < 3; visit++) {
      passTime(9 * dayMs)
      expect(await statusOf(token)).toBe(200)
    }
    passTime(4 * dayMs)
    expect(await statusOf(token)).toBe(401)
    await tokenOf(email)
    expect((await api().pool.query('select 1 from sessions')).rows).toHaveLength(1)
  })

  test('expires after fourteen days without use, an administrator’s after one', async () => {
    await anAccount({ email })
    await anAccount({ email: 'admin@example.com', role: 'admin' })
    const [person, admin] = [await tokenOf(email), await tokenOf('admin@example.com')]
    passTime(dayMs - minuteMs)
    expect([await statusOf(person), await statusOf(admin)]).toEqual([200, 200])
    passTime(dayMs + minuteMs)
    expect([await statusOf(person), await statusOf(admin)]).toEqual([200, 401])
    const fresh = await tokenOf(email)
    passTime(13 * dayMs)
    expect(await statusOf(fresh)).toBe(200)
    passTime(2 * dayMs)
    expect(await statusOf(person)).toBe(401)
    expect(await listed(fresh)).toHaveLength(1)
  })

  test('is one of a hundred at most: the one unused for longest is deleted', async () => {
    const { id } = await anAccount({ email })
    const { context, pool } = api()
    const first = await openSession(context, id)
    const tokens: string[] = []
    for (let count = 0; count < 99; count++) {
      passTime(minuteMs)
      tokens.push(await openSession(context, id))
    }
    expect(await statusOf(first)).toBe(200)
    const last = await tokenOf(email)
    expect((await pool.query('select 1 from sessions')).rows).toHaveLength(100)
    expect(await Promise.all([first, tokens[0] ?? '', tokens[1] ?? '', last].map(statusOf))).toEqual([
      200, 401, 200, 200,
    ])
  })

  test.each(['', 'x', `${'a'.repeat(43)}`, `'; drop table sessions; --`])(
    'is not found by the token %j',
    async (token) => {
      expect((await get('/users/current_user', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    },
  )
})

describe('POST /users/logout', () => {
  test('ends this session and no other', async () => {
    await anAccount({ email })
    const [here, there] = [await tokenOf(email), await tokenOf(email)]
    expect((await send('POST', '/users/logout', { token: here })).status).toBe(200)
    expect([await statusOf(here), await statusOf(there)]).toEqual([401, 200])
    expect(await auditTrail('sign_out')).toHaveLength(1)
  })

  test('answers 401 without a session, and with an ended one', async () => {
    await anAccount({ email })
    const token = await tokenOf(email)
    await send('POST', '/users/logout', { token })
    expect((await send('POST', '/users/logout', { token })).status).toBe(401)
    expect((await send('POST', '/users/logout')).status).toBe(401)
  })
})

describe('GET /users/sessions', () => {
  test('lists where the caller is signed in, the latest first, without tokens', async () => {
    await anAccount({ email })
    const first = await tokenOf(email)
    passTime(minuteMs)
    const second = await tokenOf(email, { address: '198.51.100.7', userAgent: safari })
    const own = await listed(second)
    expect(own).toMatchObject([
      { current: true, method: 'password', device: 'Safari on macOS', address: '198.51.100.7' },
      { current: false, method: 'password', device: 'Firefox on Windows', address: '192.0.2.1' },
    ])
    expect(Object.keys(own[0] ?? {}).sort()).toEqual(
      ['address', 'created_at', 'current', 'device', 'id', 'last_seen_at', 'method'].sort(),
    )
    expect((await listed(first)).map(({ current }) => current)).toEqual([false, true])
  })

  test('updates the time of last use at intervals, not at every call', async () => {
    await anAccount({ email })
    const token = await tokenOf(email)
    const seen = async () => (await listed(token))[0]?.last_seen_at
    const first = await seen()
    passTime(4 * minuteMs)
    expect(await seen()).toBe(first)
    passTime(2 * minuteMs)
    await statusOf(token)
    expect(Date.parse((await seen()) ?? '') - Date.parse(first ?? '')).toBeGreaterThan(5 * minuteMs)
  })

  test("omits other people's sessions, and answers 401 without one", async () => {
    await anAccount({ email })
    await anAccount({ email: 'bob@example.com' })
    await tokenOf(email)
    expect(await listed(await tokenOf('bob@example.com'))).toHaveLength(1)
    expect((await get('/users/sessions')).status).toBe(401)
  })
})

describe('DELETE /users/sessions/:id', () => {
  const end = (id: string, token?: string) => send('DELETE', `/users/sessions/${id}`, { token })

  test('ends one of two', async () => {
    await anAccount({ email })
    const [here, there] = [await tokenOf(email), await tokenOf(email)]
    const other = (await listed(here)).find(({ current }) => !current)
    expect((await end(other?.id ?? '', here)).status).toBe(200)
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    expect(await auditTrail('session_ended')).toHaveLength(1)
  })

  test("answers 404 for another person's session, an ended one and an invalid id", async () => {
    await anAccount({ email })
    await anAccount({ email: 'bob@example.com' })
    const [ada, bob] = [await tokenOf(email), await tokenOf('bob@example.com')]
    const [adas] = await listed(ada)
    expect((await end(adas?.id ?? '', bob)).status).toBe(404)
    expect(await statusOf(ada)).toBe(200)
    expect((await end('00000000-0000-4000-8000-000000000000', ada)).status).toBe(404)
    expect((await end('nothing', ada)).status).toBe(404)
  })

  test('answers 401 without a session, and refuses an id that is too long', async () => {
    await anAccount({ email })
    expect((await end('x')).status).toBe(401)
    expect((await end('x'.repeat(65), await tokenOf(email))).status).toBe(400)
  })
})

describe('DELETE /users/sessions', () => {
  test("ends all of the caller's sessions, this one too", async () => {
    await anAccount({ email })
    await anAccount({ email: 'bob@example.com' })
    const tokens = [await tokenOf(email), await tokenOf(email)]
    const bob = await tokenOf('bob@example.com')
    expect((await send('DELETE', '/users/sessions', { token: tokens[0] })).status).toBe(200)
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401])
    expect(await statusOf(bob)).toBe(200)
    expect(await auditTrail('sessions_ended')).toHaveLength(1)
  })

  test('answers 401 without a session', async () => {
    expect((await send('DELETE', '/users/sessions')).status).toBe(401)
  })
})
