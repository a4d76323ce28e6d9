import { contents } from '#platform/db/tables/stories.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aStory } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { updateShownFollowers } from './shown-followers.ts'

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
      followers: null,
    })
  })

  test('answers the number of followers to the person and administrators, to others once the person shows it', async () => {
    const { id } = await aProvenPerson()
    const reader = await aProvenPerson()
    await subscribe({ email: reader.email, following_author: id }, reader.id)
    await subscribe({ email: 'not-confirmed@example.com', following_author: id })
    const seenBy = async (as?: string) => (await (await get(`/users/profile/${id}`, { as })).json()).followers
    expect([await seenBy(id), await seenBy((await anAdmin()).id), await seenBy(reader.id)]).toEqual([1, 1, null])
    const show = (showFollowers: unknown) =>
      send('POST', '/users/update-profile', { as: id, body: { showFollowers } }).then((response) => response.json())
    expect(await show('yes')).toMatchObject({ fields: { showFollowers: expect.any(String) } })
    expect(await show(true)).toMatchObject({ show_followers: true })
    expect([await seenBy(), await seenBy(reader.id)]).toEqual([1, 1])

    const another = await aProvenPerson()
    await subscribe({ email: another.email, following_author: id }, another.id)
    expect([await seenBy(), await seenBy(id)]).toEqual([1, 2])
    await api().pool.query('delete from changes')
    await updateShownFollowers(api().context)
    expect(await seenBy()).toBe(2)
    const { rows } = await api().pool.query('select tags from changes')
    expect(rows).toEqual([{ tags: [`profile:${id}`] }])
    await send('POST', '/users/update-profile', { as: id, body: { bio: 'Writes.' } })
    expect(await seenBy()).toBe(2)
    expect(await show(false)).toMatchObject({ show_followers: false })
    await updateShownFollowers(api().context)
    expect([await seenBy(), await seenBy(id)]).toEqual([null, 2])
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
