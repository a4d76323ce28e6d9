import { contents } from '../db/tables/contents.ts'
import { auditTrail } from '../testing/accounts.ts'
import { api, get, withApi } from '../testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aStory } from '../testing/factories.ts'
import { ensureAdmin, makeAdmin, openSession } from './service.ts'

withApi()

describe('GET /users/profile/:uuid', () => {
  test('answers a person without the e-mail', async () => {
    const { id } = await anAuthor({ name: 'Ada', bio: 'Writes.', profileImage: '/covers/ada.webp' })
    expect(await (await get(`/users/profile/${id}`)).json()).toEqual({
      uuid: id,
      name: 'Ada',
      email: null,
      profile_image: '/covers/ada.webp',
      bio: 'Writes.',
    })
  })

  test('answers what is stored but no picture of this site as none, also with a story', async () => {
    const by = await anAuthor({ profileImage: '/podcasts' })
    const story = await aStory({ by })
    // As an earlier version let it in.
    await api().context.db.update(contents).set({ storyImage: '/api/users/logout' })
    expect(await (await get(`/users/profile/${by.id}`)).json()).toMatchObject({ profile_image: null })
    expect(await (await get('/users/current_user', { as: by.id })).json()).toMatchObject({ profile_image: null })
    for (const path of ['/contents', `/contents/${story.slug}`]) {
      const [card] = [await (await get(path)).json()].flat()
      expect(card).toMatchObject({ slug: story.slug, story_image: null, author_image: null })
    }
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

describe('the first administrator', () => {
  test('is made once, with a password that is told once', async () => {
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

  test('a password that is set is used and never told', async () => {
    const made = await ensureAdmin(api().context, { email: 'a@example.com', password: 'correct horse' })
    expect(made).toEqual({ email: 'a@example.com', created: true })
  })

  test('is in the audit', async () => {
    await ensureAdmin(api().context, { email: 'a@example.com' })
    expect(await auditTrail()).toMatchObject([
      { action: 'role_changed', actor_id: null, email: 'a@example.com', details: { from: '', to: 'admin' } },
    ])
  })

  test('nobody’s account is raised by a setting', async () => {
    await anAuthor({ email: 'Ada@example.com' })
    expect(await ensureAdmin(api().context, { email: 'ada@example.com' })).toMatchObject({ created: false })
    const { rows } = await api().pool.query("select 1 from users where role = 'admin'")
    expect(rows).toHaveLength(0)
  })
})

describe('a further administrator', () => {
  test('is raised by the address, once, and the audit keeps it', async () => {
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

  test('signs in again to be one: every session ends', async () => {
    const { id, email } = await aProvenPerson()
    const token = await openSession(api().context, id)
    await makeAdmin(api().context, email)
    expect((await get('/users/current_user', { token })).status).toBe(401)
  })

  test('needs an account', async () => {
    await expect(makeAdmin(api().context, 'nobody@example.com')).rejects.toMatchObject({
      code: 'not_found',
      message: 'No account has the address nobody@example.com. Sign up with it first, then run this again.',
    })
  })

  test('needs an address that was proven: anybody can sign up with anybody’s', async () => {
    const { email } = await anAuthor({ email: 'ada@example.com' })
    await expect(makeAdmin(api().context, email)).rejects.toMatchObject({
      code: 'conflict',
      message:
        'The address ada@example.com is not confirmed yet. Follow the link of its welcome mail first, then run this again.',
    })
    const { rows } = await api().pool.query("select 1 from users where role = 'admin'")
    expect(rows).toEqual([])
  })
})
