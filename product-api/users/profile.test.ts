import type { CurrentUser } from '#contract/users.ts'
import { anAccount, auditTrail, dayMs, linkToken, logIn, passTime, tokenIn } from '../testing/accounts.ts'
import { api, get, mails, send, withApi } from '../testing/api.ts'
import { anAdmin, anAuthor, aPublication, aStory } from '../testing/factories.ts'

withApi()

const update = (as: string | undefined, body: unknown) => send('POST', '/users/update-profile', { as, body })
const updated = async (as: string, body: unknown) => (await (await update(as, body)).json()) as CurrentUser
const confirm = (token: string) => send('POST', '/users/confirm-email', { body: { token } })
const current = async (as: string) => (await (await get('/users/current_user', { as })).json()) as CurrentUser
const changedTags = async () => {
  const { rows } = await api().pool.query<{ tags: string[] }>('select tags from changes')
  return rows.flatMap(({ tags }) => tags)
}

describe('GET /users/current_user', () => {
  test('answers the caller, and nothing that is a secret', async () => {
    const { id } = await anAccount({ name: 'Ada', email: 'ada@example.com', bio: 'Counts.', showEmail: true })
    expect(await current(id)).toEqual({
      _id: id,
      uuid: id,
      name: 'Ada',
      email: 'ada@example.com',
      role: 'user',
      profile_image: null,
      bio: 'Counts.',
      show_email: true,
      email_proven: false,
      pending_email: null,
      has_password: true,
    })
  })

  test('refuses no session', async () => {
    expect((await get('/users/current_user')).status).toBe(401)
  })
})

describe('POST /users/update-profile', () => {
  test('changes name, picture, bio and whether the e-mail shows, and the pages that show them', async () => {
    const { id } = await anAuthor({ name: 'Ada', email: 'ada@example.com' })
    await api().pool.query('truncate changes')
    const body = { name: ' Ada King ', profileImage: 'https://example.com/ada.png', bio: 'Counts.', showEmail: true }
    expect(await updated(id, body)).toMatchObject({
      name: 'Ada King',
      profile_image: 'https://example.com/ada.png',
      bio: 'Counts.',
      show_email: true,
      email: 'ada@example.com',
    })
    expect(await changedTags()).toEqual(expect.arrayContaining([`profile:${id}`, `list:author:${id}`, 'list:all']))
    expect(await (await get(`/users/profile/${id}`)).json()).toMatchObject({
      name: 'Ada King',
      email: 'ada@example.com',
    })
  })

  test('leaves what is not named, and takes an empty picture for none', async () => {
    const { id } = await anAuthor({ name: 'Ada', profileImage: '/ada.webp', bio: 'Counts.' })
    expect(await updated(id, {})).toMatchObject({ name: 'Ada', profile_image: '/ada.webp', bio: 'Counts.' })
    expect(await updated(id, { profileImage: '' })).toMatchObject({ profile_image: null, bio: 'Counts.' })
  })

  test('another name changes every list that shows it', async () => {
    const author = await anAuthor()
    const { id } = author
    const publication = await aPublication({ by: author, slug: 'harbour', name: 'The Harbour' })
    await aStory({ by: author, category: 'fiction', publicationId: publication.id })
    await aStory({ by: author, category: 'books', isDraft: true })
    await api().pool.query('truncate changes')
    await update(id, { name: 'Ada King' })
    expect((await changedTags()).sort()).toEqual(
      [
        ...['list:all', 'list:category:fiction', 'list:publication:harbour', 'list:publication:the harbour'],
        ...[`list:author:${id}`, `profile:${id}`],
      ].sort(),
    )
  })

  test('purges nothing where nothing changed', async () => {
    const { id, email } = await anAuthor({ name: 'Ada' })
    await api().pool.query('truncate changes')
    await update(id, { name: 'Ada', email })
    expect(await changedTags()).toEqual([])
  })

  test('takes no role, id or proof from the body', async () => {
    const { id } = await anAuthor()
    const more = {
      role: 'admin',
      id: 'x',
      uuid: 'x',
      emailProvenAt: '2020-01-01',
      email_proven: true,
      passwordHash: 'x',
    }
    expect(await updated(id, { name: 'Ada', ...more })).toMatchObject({ uuid: id, role: 'user', email_proven: false })
  })

  test.each([
    ['name', { name: '' }],
    ['email', { email: 'x' }],
    ['email', { email: 'a@x.test, b@y.test' }],
    ['profileImage', { profileImage: 'javascript:alert(1)' }],
    ['profileImage', { profileImage: 'data:image/png;base64,AAAA' }],
    ['bio', { bio: 'a'.repeat(601) }],
    ['showEmail', { showEmail: 'yes' }],
  ])('refuses bad input and names %s: %j', async (field, body) => {
    const response = await update((await anAuthor()).id, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  test('refuses no session', async () => {
    expect((await update(undefined, { name: 'Ada' })).status).toBe(401)
  })
})

describe('another e-mail', () => {
  test('takes effect when the link to it is followed; the old address gets a notice', async () => {
    const { id } = await anAccount({ email: 'old@example.com', showEmail: true })
    expect(await updated(id, { email: 'new@example.com' })).toMatchObject({
      email: 'old@example.com',
      pending_email: 'new@example.com',
    })
    const sent = await mails()
    expect(sent.map(({ to }) => to.address).sort()).toEqual(['new@example.com', 'old@example.com'])
    const notice = sent.find(({ to }) => to.address === 'old@example.com')
    expect(notice?.text).toContain('new@example.com')
    expect(notice && tokenIn(notice, '/confirm-email/')).toBeUndefined()

    await api().pool.query('truncate changes')
    expect((await confirm(await linkToken('/confirm-email/'))).status).toBe(200)
    expect(await current(id)).toMatchObject({ email: 'new@example.com', pending_email: null, email_proven: true })
    expect((await logIn('new@example.com')).status).toBe(200)
    expect((await logIn('old@example.com')).status).toBe(401)
    expect(await changedTags()).toContain(`profile:${id}`)
    expect(await auditTrail('email_changed')).toMatchObject([
      { user_id: id, details: { from: 'old@example.com', to: 'new@example.com' } },
    ])
  })

  test('takes the newsletters of a proven address along, and leaves those of one that may be somebody else’s', async () => {
    const { pool } = api()
    const subscribed = async (email: string) =>
      (await pool.query('select 1 from subscribers where email = $1', [email])).rows.length
    for (const [from, to, emailProvenAt] of [
      ['proven@example.com', 'one@example.com', new Date()],
      ['claimed@example.com', 'two@example.com', undefined],
    ] as const) {
      const { id } = await anAuthor({ email: from, emailProvenAt })
      await send('POST', '/newsletters/subscribe', { body: { email: from, category: 'fiction', frequency: 'weekly' } })
      await update(id, { email: to })
      expect((await confirm(await linkToken('/confirm-email/'))).status).toBe(200)
    }
    expect(await Promise.all(['proven@example.com', 'one@example.com'].map(subscribed))).toEqual([0, 1])
    expect(await Promise.all(['claimed@example.com', 'two@example.com'].map(subscribed))).toEqual([1, 0])
  })

  test('does not tell whether somebody has it, until the link is followed', async () => {
    const { id } = await anAuthor({ email: 'ada@example.com' })
    await anAuthor({ email: 'taken@example.com' })
    const [free, taken] = [
      await update(id, { email: 'free@example.com' }),
      await update(id, { email: 'taken@example.com' }),
    ]
    expect([free.status, taken.status]).toEqual([200, 200])
    expect(await taken.json()).toMatchObject({ pending_email: 'taken@example.com' })
    const refused = await confirm(await linkToken('/confirm-email/'))
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ code: 11000 })
    expect(await current(id)).toMatchObject({ email: 'ada@example.com' })
  })

  test('in other letters only changes at once', async () => {
    const { id } = await anAuthor({ email: 'ada@example.com', emailProvenAt: new Date() })
    expect(await updated(id, { email: 'Ada@Example.com' })).toMatchObject({
      email: 'Ada@Example.com',
      pending_email: null,
      email_proven: true,
    })
    expect(await mails()).toEqual([])
  })

  test('asked for again is sent again, and only the latest link holds', async () => {
    const { id } = await anAuthor()
    await update(id, { email: 'new@example.com' })
    const first = await linkToken('/confirm-email/')
    await update(id, { email: 'new@example.com' })
    const second = await linkToken('/confirm-email/')
    expect([(await confirm(first)).status, (await confirm(second)).status]).toEqual([400, 200])
  })

  test('is taken back by the current one', async () => {
    const { id, email } = await anAuthor()
    await update(id, { email: 'new@example.com' })
    const token = await linkToken('/confirm-email/')
    expect(await updated(id, { email })).toMatchObject({ email, pending_email: null })
    expect((await confirm(token)).status).toBe(400)
  })

  test('ends the links that lie in the old mailbox', async () => {
    const { id } = await anAccount({ email: 'old@example.com', emailProvenAt: new Date() })
    await send('POST', '/users/forget-password', { body: { email: 'old@example.com' } })
    const token = await linkToken('/reset-password/')
    await update(id, { email: 'new@example.com' })
    await confirm(await linkToken('/confirm-email/'))
    const body = { token, password: 'another horse battery' }
    expect((await send('POST', '/users/reset-password', { body })).status).toBe(400)
  })

  test('is limited', async () => {
    const { id } = await anAuthor()
    for (let count = 0; count < 20; count++) await api().context.limits.take('account', id)
    expect((await update(id, { email: 'new@example.com' })).status).toBe(429)
    expect((await update(id, { name: 'Still allowed' })).status).toBe(200)
  })
})

describe('POST /users/confirm-email', () => {
  const askAgain = (as?: string) => send('POST', '/users/send-confirmation', { as })

  test('proves the address, once', async () => {
    const { id } = await anAuthor()
    expect((await askAgain(id)).status).toBe(200)
    const token = await linkToken('/confirm-email/')
    const answer = await confirm(token)
    expect(answer.status).toBe(200)
    expect(await current(id)).toMatchObject({ email_proven: true })
    const again = await confirm(token)
    expect(again.status).toBe(400)
    expect(await again.json()).toMatchObject({
      code: 'invalid_link',
      detail: 'This link has been used or is too old. Please ask for a new one.',
    })
    expect(await auditTrail('email_proven')).toHaveLength(1)
  })

  test('of two tabs that follow a link at once one succeeds', async () => {
    const { id } = await anAuthor()
    await askAgain(id)
    const token = await linkToken('/confirm-email/')
    const statuses = (await Promise.all([confirm(token), confirm(token)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
  })

  test('holds three days', async () => {
    const { id } = await anAuthor()
    await askAgain(id)
    const token = await linkToken('/confirm-email/')
    passTime(3 * dayMs + 1)
    expect((await confirm(token)).status).toBe(400)
  })

  test('a link to change the address holds one day', async () => {
    const { id } = await anAuthor()
    await update(id, { email: 'new@example.com' })
    const token = await linkToken('/confirm-email/')
    passTime(dayMs + 1)
    expect((await confirm(token)).status).toBe(400)
  })

  test('takes no link that is for something else', async () => {
    const { email } = await anAuthor()
    await send('POST', '/users/forget-password', { body: { email } })
    expect((await confirm(await linkToken('/reset-password/'))).status).toBe(400)
  })

  test('sends nothing where nothing is left to prove, and limits how often', async () => {
    const { id } = await anAuthor({ emailProvenAt: new Date() })
    expect((await askAgain(id)).status).toBe(200)
    expect(await mails()).toEqual([])
    const other = await anAuthor()
    for (let count = 0; count < 20; count++) await api().context.limits.take('account', other.id)
    expect((await askAgain(other.id)).status).toBe(429)
    expect((await askAgain()).status).toBe(401)
  })

  test('names the token where it is missing, and limits tries', async () => {
    const response = await confirm('')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { token: expect.any(String) } })
    for (let count = 0; count < 30; count++) await api().context.limits.take('link', '127.0.0.1')
    expect((await confirm('x')).status).toBe(429)
  })
})

describe('GET /users/count', () => {
  test('counts accounts for administrators only', async () => {
    const { id } = await anAuthor()
    expect(await (await get('/users/count', { as: (await anAdmin()).id })).json()).toEqual({ count: 2 })
    expect((await get('/users/count', { as: id })).status).toBe(403)
    expect((await get('/users/count')).status).toBe(401)
  })
})
