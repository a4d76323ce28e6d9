import type { Publication } from '#contract/publications.ts'
import type { Actor } from '#platform/context.ts'
import { get, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aPublication, aStory } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'

withApi()

const namesOf = async (response: Response) => ((await response.json()) as Publication[]).map(({ name }) => name)

async function withStory(by: Actor, given: { name: string; slug?: string }) {
  const publication = await aPublication({ by, ...given })
  await aStory({ by, publicationId: publication.id })
  return publication
}

describe('GET /publications', () => {
  test('answers those with a published story by name; an empty one is for its owner', async () => {
    const by = await anAuthor()
    for (const name of ['beta', 'Alpha']) await withStory(by, { name })
    const drafts = await aPublication({ by, name: 'Drafts' })
    await aPublication({ by, name: 'Empty' })
    await aStory({ by, publicationId: drafts.id, isDraft: true })
    const response = await get('/publications')
    expect(await namesOf(response)).toEqual(['Alpha', 'beta'])
    expect(response.headers.get('cache-tag')?.split(',').sort()).toEqual(['list:publications', 'sitemap'])
    expect(await namesOf(await get('/publications/user', { as: by.id }))).toHaveLength(4)
  })

  test('goes on page by page, each of them once', async () => {
    const by = await anAuthor()
    const names = ['Été', 'a', 'B', 'ß & co', '漢字', 'c 😀', 'Z']
    for (const [index, name] of names.entries()) await withStory(by, { name, slug: `p-${index}` })
    const found: string[] = []
    for (let next: string | undefined = '/publications?limit=2'; next; ) {
      const response = await get(next)
      const page = await namesOf(response)
      expect(page.length).toBeLessThanOrEqual(2)
      found.push(...page)
      next = response.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
    }
    expect(found).toEqual(await namesOf(await get('/publications')))
    expect([...found].sort()).toEqual([...names].sort())
  })

  test.each(['limit=0', 'limit=1001', 'cursor=AA', 'cursor=*', `cursor=${'a'.repeat(1_201)}`])(
    'refuses %s, and names the field',
    async (query) => {
      const response = await get(`/publications?${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { [query.split('=')[0] ?? '']: expect.any(String) } })
    },
  )
})

describe('GET /publications/user', () => {
  test('answers the caller’s own', async () => {
    const [by, other] = [await anAuthor(), await anAuthor()]
    await aPublication({ by, name: 'Mine' })
    await aPublication({ by: other, name: 'Theirs' })
    expect(await namesOf(await get('/publications/user', { as: by.id }))).toEqual(['Mine'])
  })

  test('answers 401 without a session, and with one that is none', async () => {
    for (const authorization of ['', 'Bearer wrong', 'Basic eDp5']) {
      const response = await get('/publications/user', { headers: { authorization } })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(await response.json()).toMatchObject({ code: 'unauthenticated' })
    }
  })
})

describe('GET /publications/:publication', () => {
  test('answers one by its slug and by its name', async () => {
    const by = await anAuthor({ name: 'Ada' })
    await aPublication({ by, name: 'Night Shift', slug: 'night-shift' })
    for (const name of ['night-shift', 'Night%20Shift', 'night%20SHIFT']) {
      const publication = await (await get(`/publications/${name}`)).json()
      expect(publication).toMatchObject({ slug: 'night-shift', owner_uuid: by.id, owner_name: 'Ada' })
    }
  })

  test('counts its published stories, and names their categories, the most frequent first', async () => {
    const by = await anAuthor()
    const { id, slug } = await aPublication({ by })
    const read = async () => (await get(`/publications/${slug}`)).json()
    expect(await read()).toMatchObject({ story_count: 0, categories: [] })
    for (const category of ['fiction', 'technology', 'fiction']) await aStory({ by, publicationId: id, category })
    await aStory({ by, publicationId: id, category: 'books', isDraft: true })
    expect(await read()).toMatchObject({ story_count: 3, categories: ['fiction', 'technology'] })
  })

  test('answers 404 to an unknown one', async () => {
    expect((await get('/publications/nothing')).status).toBe(404)
  })

  test('refuses a name that is too long, and names the field', async () => {
    const response = await get(`/publications/${'a'.repeat(201)}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { publication: expect.any(String) } })
  })
})

describe('GET /publications/:publication/subscribers', () => {
  const count = (slug: string, as?: string) => get(`/publications/${slug}/subscribers`, { as })

  test('counts the confirmed subscriptions, for its owner and administrators', async () => {
    const by = await anAuthor()
    const { slug } = await aPublication({ by })
    const reader = await aProvenPerson()
    await subscribe({ email: reader.email, following_publication: slug }, reader.id)
    await subscribe({ email: 'not-confirmed@example.com', following_publication: slug })
    for (const as of [by.id, (await anAdmin()).id]) expect(await (await count(slug, as)).json()).toEqual({ count: 1 })
  })

  test('answers 401 without a session, 403 to anyone else and 404 when there is none', async () => {
    const { slug } = await aPublication({ by: await anAuthor() })
    expect((await count(slug)).status).toBe(401)
    const other = await anAuthor()
    expect((await count(slug, other.id)).status).toBe(403)
    expect((await count('nothing', other.id)).status).toBe(404)
    expect((await count('a'.repeat(201), other.id)).status).toBe(400)
  })
})
