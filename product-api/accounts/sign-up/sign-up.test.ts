import { takeShared } from '#platform/limits/limits.ts'
import { anAccount, auditTrail, firefox, logIn, rightPassword, safari, tokenIn } from '#testing/accounts.ts'
import { api, mails, send, withApi } from '#testing/api.ts'

withApi()

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: rightPassword }
const signUp = (body: unknown, address = '192.0.2.1', userAgent = firefox) =>
  send('POST', '/users/signup', { body, headers: { 'x-forwarded-for': address, 'user-agent': userAgent } })

describe('POST /users/signup', () => {
  test('creates an account that can sign in immediately, and emails a link to confirm the address', async () => {
    const response = await signUp(ada)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ message: 'Account created successfully. Please log in.' })
    expect((await logIn('ada@example.com')).status).toBe(200)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: { address: 'ada@example.com' } })
    expect(mail && tokenIn(mail, '/confirm-email/')).toMatch(/^[\w-]{43}$/)
  })

  test('stores the password only as an argon2id hash', async () => {
    await signUp(ada)
    const { rows } = await api().pool.query('select * from users')
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(rows)).not.toContain(rightPassword)
  })

  test.each(['ada@example.com', 'ADA@Example.com', ' ada@example.com '])(
    'answers 409 to %j if it has an account',
    async (email) => {
      await anAccount({ email: 'ada@example.com' })
      const response = await signUp({ ...ada, email })
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        code: 11000,
        message: 'The user already exists in the record.',
        fields: { email: expect.any(String) },
      })
    },
  )

  test('accepts only one of two simultaneous sign-ups for one address', async () => {
    const statuses = (await Promise.all([signUp(ada), signUp(ada)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    expect(await mails()).toHaveLength(1)
  })

  test('ignores role, id and proof in the body', async () => {
    const uuid = '01234567-89ab-7def-8123-456789abcdef'
    const more = {
      role: 'admin',
      isAdmin: true,
      id: uuid,
      _id: uuid,
      uuid,
      emailProvenAt: '2020-01-01',
      email_proven: true,
    }
    expect((await signUp({ ...ada, ...more })).status).toBe(200)
    const { rows } = await api().pool.query('select id, role, email_proven_at from users')
    expect(rows).toEqual([{ id: expect.not.stringMatching(uuid), role: 'user', email_proven_at: null }])
  })

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: '\u200b\u3164' }],
    ['name', { name: 'Ada\r\nBcc: evil@example.com' }],
    ['name', { name: 'Bytеwise Support' }],
    ['name', { name: '...' }],
    ['email', { email: 'nobody' }],
    ['email', { email: undefined }],
    ['email', { email: 'ada@example.com\r\nBcc: evil@example.com' }],
    ['password', { password: 'short' }],
    ['password', { password: undefined }],
    ['password', { password: 'a'.repeat(129) }],
    ['password', { password: 'password123' }],
    ['password', { password: 'PassWord123' }],
    ['password', { password: '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff11\uff12\uff13' }],
    ['password', { password: 'zzzzzzzzzzzz' }],
    ['password', { password: 'ada@example.com' }],
    ['password', { password: 'Ada LOVELACE' }],
    ['password', { password: ' '.repeat(8) }],
    ['password', { password: 'BYTEWISE' }],
  ])('refuses bad input and names the field %s: %j', async (field, change) => {
    const response = await signUp({ ...ada, ...change })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { [field]: expect.stringMatching(/\.$/) } })
    expect(await mails()).toEqual([])
  })

  test('accepts a password typed on another keyboard (NFKC)', async () => {
    await signUp({ ...ada, password: 'caf\u00e9 \ufb01sch horse' })
    expect((await logIn('ada@example.com', 'cafe\u0301 fisch horse')).status).toBe(200)
  })

  test('limits the accounts from one browser, and those from one address', async () => {
    const { limits } = api().context
    const caller = (userAgent: string) => ({ address: '192.0.2.1', userAgent })
    for (let count = 0; count < 30; count++) await takeShared(limits, 'signup', caller(firefox))
    const refused = await signUp(ada, '192.0.2.1', firefox)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signUp(ada, '192.0.2.1', safari)).status).toBe(200)
    for (let count = 0; count < 269; count++) await takeShared(limits, 'signup', caller(`Browser ${count}`))
    const bob = { ...ada, email: 'bob@example.com' }
    expect((await signUp(bob, '192.0.2.1', 'Another')).status).toBe(429)
    expect((await signUp(bob, '192.0.2.2', firefox)).status).toBe(200)
  })

  test('a weak password does not use up the limit', async () => {
    for (let count = 0; count < 31; count++)
      expect((await signUp({ ...ada, password: 'password123' })).status).toBe(400)
    expect((await signUp(ada)).status).toBe(200)
  })

  test('is recorded in the audit', async () => {
    await signUp(ada)
    expect(await auditTrail()).toMatchObject([{ action: 'sign_up', email: 'ada@example.com', address: '192.0.2.1' }])
  })
})
