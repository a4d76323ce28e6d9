import { api, get, withApi } from '../testing/api.ts'
import { anAdmin, anAuthor } from '../testing/factories.ts'
import { ensureAdmin, openSession } from './service.ts'

withApi()

describe('GET /users/profile/:uuid', () => {
  test('answers a person without the e-mail', async () => {
    const { id } = await anAuthor({ name: 'Ada', bio: 'Writes.', profileImage: '/ada.webp' })
    expect(await (await get(`/users/profile/${id}`)).json()).toEqual({
      uuid: id,
      name: 'Ada',
      email: null,
      profile_image: '/ada.webp',
      bio: 'Writes.',
    })
  })

  test('answers the e-mail where it is shown, to its owner and to administrators', async () => {
    const shown = await anAuthor({ email: 'a@example.com', showEmail: true })
    const hidden = await anAuthor({ email: 'b@example.com' })
    const emailOf = async (id: string, as?: string) =>
      ((await (await get(`/users/profile/${id}`, { as })).json()) as { email: string }).email
    expect(await emailOf(shown.id)).toBe('a@example.com')
    expect(await emailOf(hidden.id, (await anAuthor()).id)).toBeNull()
    expect(await emailOf(hidden.id, hidden.id)).toBe('b@example.com')
    expect(await emailOf(hidden.id, (await anAdmin()).id)).toBe('b@example.com')
  })

  test.each(['00000000-0000-7000-8000-000000000000', 'nobody'])('answers 404 to %s', async (uuid) => {
    expect((await get(`/users/profile/${uuid}`)).status).toBe(404)
  })

  test('refuses what is too long, and names the field', async () => {
    const response = await get(`/users/profile/${'a'.repeat(65)}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { uuid: expect.any(String) } })
  })
})

describe('sessions', () => {
  test('are kept as hashes, and end', async () => {
    const { id } = await anAuthor()
    const { context, pool } = api()
    const longAgo = { ...context, now: () => new Date(Date.now() - 31 * 24 * 60 * 60 * 1000) }
    const token = await openSession(longAgo, id)
    const { rows } = await pool.query<{ token_hash: string }>('select token_hash from sessions')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.token_hash).not.toContain(token)
    expect((await get('/publications/user', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  })
})

describe('the first administrator', () => {
  test('is made once, with a password that is told once', async () => {
    const wanted = { email: 'admin@example.com' }
    const first = await ensureAdmin(api().context, wanted)
    expect(first).toEqual({ email: 'admin@example.com', created: true, password: expect.stringMatching(/^[\w-]{16}$/) })
    expect(await ensureAdmin(api().context, wanted)).toEqual({ email: 'admin@example.com', created: false })
    const { rows } = await api().pool.query<{ password_hash: string }>('select password_hash from users')
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('a password that is set is used and never told', async () => {
    const made = await ensureAdmin(api().context, { email: 'a@example.com', password: 'correct horse' })
    expect(made).toEqual({ email: 'a@example.com', created: true })
  })

  test('nobody’s account is raised by a setting', async () => {
    await anAuthor({ email: 'Ada@example.com' })
    expect(await ensureAdmin(api().context, { email: 'ada@example.com' })).toMatchObject({ created: false })
    const { rows } = await api().pool.query("select 1 from users where role = 'admin'")
    expect(rows).toHaveLength(0)
  })
})
