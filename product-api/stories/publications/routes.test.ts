import type { Publication } from '#contract/publications.ts'
import { get, withApi } from '#testing/api.ts'
import { anAuthor, aPublication, aStory } from '#testing/factories.ts'

withApi()

const namesOf = async (response: Response) => ((await response.json()) as Publication[]).map(({ name }) => name)

describe('GET /publications', () => {
  test('answers all of them by name', async () => {
    const by = await anAuthor()
    await aPublication({ by, name: 'beta' })
    await aPublication({ by, name: 'Alpha' })
    expect(await namesOf(await get('/publications'))).toEqual(['Alpha', 'beta'])
  })

  test('answers those with a published story alone if they are asked for', async () => {
    const by = await anAuthor()
    const [full, drafts] = [await aPublication({ by, name: 'Full' }), await aPublication({ by, name: 'Drafts' })]
    await aPublication({ by, name: 'Empty' })
    await aStory({ by, publicationId: full.id })
    await aStory({ by, publicationId: drafts.id, isDraft: true })
    const response = await get('/publications?with_stories=true')
    expect(await namesOf(response)).toEqual(['Full'])
    expect(response.headers.get('cache-tag')?.split(',').sort()).toEqual(['list:publications', 'sitemap'])
  })

  test('goes on page by page, each of them once', async () => {
    const by = await anAuthor()
    const names = ['Été', 'a', 'B', 'ß & co', '漢字', 'c 😀', 'Z']
    for (const [index, name] of names.entries()) await aPublication({ by, name, slug: `p-${index}` })
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

  test.each(['limit=0', 'limit=1001', 'with_stories=no', 'cursor=AA', 'cursor=*', `cursor=${'a'.repeat(1_201)}`])(
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

  test('answers 404 to an unknown one', async () => {
    expect((await get('/publications/nothing')).status).toBe(404)
  })

  test('refuses a name that is too long, and names the field', async () => {
    const response = await get(`/publications/${'a'.repeat(201)}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { publication: expect.any(String) } })
  })
})
