import { auditTrail } from '#testing/accounts.ts'
import { api, get, openSession, withApi } from '#testing/api.ts'
import { anAuthor, aProvenPerson } from '#testing/factories.ts'
import { ensureAdmin, makeAdmin } from './make-admin.ts'

withApi()

describe('ensureAdmin', () => {
  test('creates the administrator once, and returns the generated password once', async () => {
    const wanted = { email: 'admin@example.com' }
    const first = await ensureAdmin(api().context, wanted)
    expect(first).toEqual({ email: 'admin@example.com', created: true, password: expect.stringMatching(/^[\w-]{16}$/) })
    expect(await ensureAdmin(api().context, wanted)).toEqual({ email: 'admin@example.com', created: false })
    const { rows } = await api().pool.query('select password_hash, email_proven_at from users')
    expect(rows).toEqual([
      {
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
        email_proven_at: expect.any(Date),
      },
    ])
  })

  test('uses a configured password, and never returns it', async () => {
    const made = await ensureAdmin(api().context, { email: 'a@example.com', password: 'correct horse' })
    expect(made).toEqual({ email: 'a@example.com', created: true })
  })

  test('is recorded in the audit', async () => {
    await ensureAdmin(api().context, { email: 'a@example.com' })
    expect(await auditTrail()).toMatchObject([
      { action: 'role_changed', actor_id: null, email: 'a@example.com', details: { from: '', to: 'admin' } },
    ])
  })

  test('does not change an existing account', async () => {
    await anAuthor({ email: 'Ada@example.com' })
    expect(await ensureAdmin(api().context, { email: 'ada@example.com' })).toMatchObject({ created: false })
    const { rows } = await api().pool.query("select 1 from users where role = 'admin'")
    expect(rows).toHaveLength(0)
  })
})

describe('makeAdmin', () => {
  test('changes the role of an account once, and records it in the audit', async () => {
    const { id } = await aProvenPerson({ email: 'Ada@example.com' })
    const { context } = api()
    expect([await makeAdmin(context, 'ada@example.com'), await makeAdmin(context, 'ada@example.com')]).toEqual([
      true,
      false,
    ])
    const count = await get('/users/count', { as: id })
    expect(count.status).toBe(200)
    expect(await auditTrail()).toMatchObject([
      { action: 'role_changed', user_id: id, actor_id: null, details: { from: 'user', to: 'admin' } },
    ])
  })

  test('ends every session of the account', async () => {
    const { id, email } = await aProvenPerson()
    const token = await openSession(api().context, id)
    await makeAdmin(api().context, email)
    expect((await get('/users/current_user', { token })).status).toBe(401)
  })

  test('refuses an address without an account', async () => {
    await expect(makeAdmin(api().context, 'nobody@example.com')).rejects.toMatchObject({
      code: 'not_found',
      message: 'No account has the address nobody@example.com. Sign up with it first, then run this again.',
    })
  })

  test('refuses an unproven address, because anyone can sign up with it', async () => {
    const { email } = await anAuthor({ email: 'ada@example.com' })
    await expect(makeAdmin(api().context, email)).rejects.toMatchObject({
      code: 'not_possible',
      message:
        'The address ada@example.com is not confirmed yet. Follow the link in its welcome email first, then run this again.',
    })
    const { rows } = await api().pool.query("select 1 from users where role = 'admin'")
    expect(rows).toEqual([])
  })

  test('refuses a suspended account', async () => {
    const { email } = await anAuthor({ email: 'ada@example.com', emailProvenAt: new Date() })
    await api().pool.query("update users set suspended_at = now(), suspended_reason = 'spam'")
    await expect(makeAdmin(api().context, email)).rejects.toMatchObject({
      code: 'not_possible',
      message: 'The account ada@example.com is suspended. Lift the suspension first.',
    })
  })
})
