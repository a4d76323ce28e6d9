import { readTagHeader } from '#contract/tags.ts'
import type { CurrentUser } from '#contract/users.ts'
import { anAccount } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAuthor, aPublication, aStory } from '#testing/factories.ts'

withApi()

const update = (as: string | undefined, body: unknown) => send('POST', '/users/update-profile', { as, body })
const updated = async (as: string, body: unknown) => (await (await update(as, body)).json()) as CurrentUser
const current = async (as: string) => (await (await get('/users/current_user', { as })).json()) as CurrentUser
const changedTags = async () => {
  const { rows } = await api().pool.query<{ tags: string[] }>('select tags from changes')
  return rows.flatMap(({ tags }) => tags)
}

describe('GET /users/current_user', () => {
  test('answers the caller’s account without secrets', async () => {
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
      thanks_by_email: false,
      show_followers: false,
      monthly_figures: false,
      takes_replies: false,
      read_aloud: true,
      email_proven: false,
      pending_email: null,
      has_password: true,
      may_publish: true,
    })
  })

  test('answers 401 without a session', async () => {
    expect((await get('/users/current_user')).status).toBe(401)
  })
})

describe('POST /users/update-profile', () => {
  test('changes name, picture, bio and the visibility of the email, and purges the pages that show them', async () => {
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
    expect(await changedTags()).toEqual([`profile:${id}`, 'list:publications'])
    expect(await (await get(`/users/profile/${id}`)).json()).toMatchObject({
      name: 'Ada King',
      email: 'ada@example.com',
    })
  })

  test('switches the monthly email about readers on and off; no page shows it', async () => {
    const { id } = await anAuthor()
    await api().pool.query('truncate changes')
    expect(await updated(id, { monthlyFigures: true })).toMatchObject({ monthly_figures: true })
    expect(await updated(id, { bio: '' })).toMatchObject({ monthly_figures: true })
    expect(await current(id)).toMatchObject({ monthly_figures: true })
    expect(await updated(id, { monthlyFigures: false })).toMatchObject({ monthly_figures: false })
    expect(await changedTags()).toEqual([])
    const answer = await update(id, { monthlyFigures: 'always' })
    expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, ['monthlyFigures']])
  })

  test('lets readers reply, and takes that back; no page shows it', async () => {
    const { id } = await anAuthor()
    await api().pool.query('truncate changes')
    expect(await updated(id, { takesReplies: true })).toMatchObject({ takes_replies: true })
    expect(await updated(id, { name: 'Ada' })).toMatchObject({ takes_replies: true })
    expect(await updated(id, { takesReplies: false })).toMatchObject({ takes_replies: false })
    expect(await (await get(`/users/profile/${id}`)).json()).not.toHaveProperty('takes_replies')
  })

  test('keeps fields that are not given, and removes an empty picture', async () => {
    const { id } = await anAuthor({ name: 'Ada', profileImage: '/covers/ada.webp', bio: 'Counts.' })
    expect(await updated(id, {})).toMatchObject({ name: 'Ada', profile_image: '/covers/ada.webp', bio: 'Counts.' })
    expect(await updated(id, { profileImage: '' })).toMatchObject({ profile_image: null, bio: 'Counts.' })
  })

  test('shows a new name in every list', async () => {
    const author = await anAuthor()
    const { id } = author
    const publication = await aPublication({ by: author, slug: 'harbour', name: 'The Harbour' })
    await aStory({ by: author, category: 'fiction', publicationId: publication.id })
    await aStory({ by: author, category: 'books', isDraft: true })
    const lists = ['', '/category/fiction', '/publication/harbour', '/publication/The%20Harbour', `/author/${id}`]
    const shown = ['/publications', '/publications/harbour', ...lists.map((list) => `/contents${list}`)]
    const answers = await Promise.all(shown.map((path) => get(path)))
    await api().pool.query('truncate changes')
    await update(id, { name: 'Ada King' })
    const changed = await changedTags()
    for (const answer of answers) {
      const madeFrom = readTagHeader(answer.headers.get('cache-tag')) ?? []
      expect(madeFrom.filter((tag) => changed.includes(tag))).not.toEqual([])
    }
  })

  test('accepts a forbidden name that the account has already, and refuses a new one', async () => {
    const { id } = await anAuthor({ name: '...' })
    const change = (name: string) => send('POST', '/users/update-profile', { as: id, body: { name, bio: 'Mine.' } })
    expect((await change('...')).status).toBe(200)
    const refused = await change('Bytewise')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ fields: { name: expect.any(String) } })
  })

  test('purges no page if nothing changed', async () => {
    const { id, email } = await anAuthor({ name: 'Ada' })
    await api().pool.query('truncate changes')
    await update(id, { name: 'Ada', email })
    expect(await changedTags()).toEqual([])
  })

  test('ignores role, id and proof in the body', async () => {
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
    ['profileImage', { profileImage: '/podcasts' }],
    ['profileImage', { profileImage: 'data:image/png;base64,AAAA' }],
    ['bio', { bio: 'a'.repeat(601) }],
    ['showEmail', { showEmail: 'yes' }],
    ['takesReplies', { takesReplies: 'yes' }],
  ])('refuses bad input and names %s: %j', async (field, body) => {
    const response = await update((await anAuthor()).id, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  test('answers 401 without a session', async () => {
    expect((await update(undefined, { name: 'Ada' })).status).toBe(401)
  })
})
