import { contents } from '#platform/db/tables/stories.ts'
import { api, get, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory } from '#testing/factories.ts'

withApi()

describe('GET /users/profile/:uuid', () => {
  test('answers a profile without the email', async () => {
    const { id } = await anAuthor({ name: 'Ada', bio: 'Writes.', profileImage: '/covers/ada.webp' })
    expect(await (await get(`/users/profile/${id}`)).json()).toEqual({
      uuid: id,
      name: 'Ada',
      email: null,
      profile_image: '/covers/ada.webp',
      bio: 'Writes.',
      joined_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  test('answers null for an outdated picture address, also with a story', async () => {
    const by = await anAuthor({ profileImage: '/podcasts' })
    const story = await aStory({ by })
    // Accepted by an earlier version.
    await api().context.db.update(contents).set({ storyImage: '/api/users/logout' })
    expect(await (await get(`/users/profile/${by.id}`)).json()).toMatchObject({ profile_image: null })
    expect(await (await get('/users/current_user', { as: by.id })).json()).toMatchObject({ profile_image: null })
    for (const path of ['/contents', `/contents/${story.slug}`]) {
      const [card] = [await (await get(path)).json()].flat()
      expect(card).toMatchObject({ slug: story.slug, story_image: null, author_image: null })
    }
  })

  test('answers the email if the owner shows it, and to the owner and administrators', async () => {
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

  test('refuses a uuid that is too long, and names the field', async () => {
    const response = await get(`/users/profile/${'a'.repeat(65)}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { uuid: expect.any(String) } })
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
