import type { Publication } from '#contract/publications.ts'
import { api, get, send, withApi } from '../testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aPublication, aStory } from '../testing/factories.ts'

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

/** What the change feed was told since the test began. */
async function changedTags(): Promise<string[]> {
  const { rows } = await api().pool.query('select tags from changes order by id')
  return rows.flatMap(({ tags }) => tags)
}

describe('POST /publications', () => {
  const create = (as: string | undefined, body: unknown) => send('POST', '/publications', { as, body })

  test('makes one of the caller’s, with a slug from its name', async () => {
    const by = await aProvenPerson({ name: 'Ada' })
    const body = { name: ' Night Shift ', description: 'Late.', image: 'https://example.com/a.png', owner_uuid: 'x' }
    const response = await create(by.id, body)
    expect(response.status).toBe(200)
    const { publication } = await response.json()
    expect(publication).toEqual({
      _id: expect.any(String),
      ...{ name: 'Night Shift', slug: 'night-shift', description: 'Late.', image: 'https://example.com/a.png' },
      ...{ owner_uuid: by.id, owner_name: 'Ada' },
    })
    expect(await (await get('/publications/night-shift')).json()).toEqual(publication)
    expect(await changedTags()).toEqual(
      expect.arrayContaining(['list:publication:night-shift', 'list:publication:night%20shift', 'list:publications']),
    )
  })

  test.each([
    ['Été', 'ete'],
    ['ete!', 'ete-2'],
    ['漢字', expect.stringMatching(/^publication-[0-9a-f]{8}$/)],
  ])('%s gets the slug %s', async (name, slug) => {
    const by = await aProvenPerson()
    await aPublication({ by, name: 'Taken', slug: slug === 'ete-2' ? 'ete' : 'taken' })
    const { publication } = await (await create(by.id, { name })).json()
    expect(publication.slug).toEqual(slug)
    expect((await (await get(`/publications/${publication.slug}`)).json()).name).toBe(name)
  })

  test('answers 11000 to a name that is taken, in whatever case', async () => {
    await aPublication({ by: await anAuthor(), name: 'Night Shift' })
    const response = await create((await aProvenPerson()).id, { name: 'NIGHT shift' })
    expect(response.status).toBe(409)
    const sentence = 'A publication with this name already exists.'
    expect(await response.json()).toMatchObject({ code: 11000, error: sentence, fields: { name: sentence } })
  })

  test('gives a name to one of two who ask for it simultaneously', async () => {
    const by = await aProvenPerson()
    const answers = await Promise.all([1, 2, 3].map(() => create(by.id, { name: 'Once' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test.each([
    ['name', { name: ' ' }],
    ['name', {}],
    ['image', { name: 'A', image: 'javascript:alert(1)' }],
    ['description', { name: 'A', description: 'a'.repeat(1_001) }],
  ])('refuses a wrong %s and names it', async (field, body) => {
    const response = await create((await aProvenPerson()).id, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  test('answers 403 until the address is proven', async () => {
    const response = await create((await anAuthor()).id, { name: 'Night Shift' })
    expect(response.status).toBe(403)
    const detail = 'Please confirm your email address before you create a publication.'
    expect(await response.json()).toMatchObject({ code: 'forbidden', detail })
    expect(await namesOf(await get('/publications'))).toEqual([])
  })

  test.each(['..', '<b>x</b>', 'Bytewise', 'Search', 'new', 'User', 'Night\u200bShift'])(
    'refuses the name %s, and names the field',
    async (name) => {
      const response = await create((await aProvenPerson()).id, { name })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { name: expect.any(String) } })
    },
  )

  test('answers 429 to a fourth one in a day, and says when to try again', async () => {
    const by = await aProvenPerson()
    const statuses = async (names: string[]) => {
      const answers = await Promise.all(names.map((name) => create(by.id, { name })))
      return answers.map(({ status }) => status).sort()
    }
    expect(await statuses(['One', 'Two', 'Three', 'Four'])).toEqual([200, 200, 200, 429])
    const refused = await create(by.id, { name: 'Five' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60)
    expect((await create((await aProvenPerson()).id, { name: 'Five' })).status).toBe(200)
    await api().pool.query("update publications set created_at = created_at - interval '25 hours'")
    expect(await statuses(['Six'])).toEqual([200])
  })

  test('answers 401 without a session, and 429 beyond 20 in an hour', async () => {
    expect((await create(undefined, { name: 'A' })).status).toBe(401)
    const by = await aProvenPerson()
    for (let count = 0; count < 20; count++) await api().context.limits.take('publication', by.id)
    expect((await create(by.id, { name: 'A' })).status).toBe(429)
  })
})

describe('PUT /publications/:publication', () => {
  const change = (slug: string, as: string | undefined, body: unknown) =>
    send('PUT', `/publications/${slug}`, { as, body })

  test('changes what is named, for its owner and administrators; the slug stays', async () => {
    const by = await anAuthor()
    const { slug } = await aPublication({ by, name: 'Before' })
    const first = await (await change(slug, by.id, { name: 'After', image: '/covers/a.webp' })).json()
    expect(first.publication).toMatchObject({ slug, name: 'After', image: '/covers/a.webp', owner_uuid: by.id })
    const second = await (await change(slug, (await anAdmin()).id, { description: 'Ours.', image: '' })).json()
    expect(second.publication).toMatchObject({ name: 'After', description: 'Ours.', image: null })
    expect((await change(slug, by.id, {})).status).toBe(200)
  })

  test('a new name is told to what shows the publication’s stories', async () => {
    const by = await anAuthor()
    const { id, slug } = await aPublication({ by, name: 'Before' })
    await aStory({ by, publicationId: id })
    const shown = (await get('/contents')).headers.get('cache-tag')
    expect(shown).toContain(`publication:${slug}`)
    await api().pool.query('delete from changes')
    await change(slug, by.id, { description: 'Ours.' })
    expect(await changedTags()).not.toContain(`publication:${slug}`)
    await change(slug, by.id, { name: 'After' })
    expect(await changedTags()).toEqual(
      expect.arrayContaining([
        ...[`publication:${slug}`, `list:publication:${slug}`, 'list:publication:before'],
        ...['list:publication:after', 'list:publications'],
      ]),
    )
  })

  test('keeps the name that it has, and refuses a new one that none may have', async () => {
    const by = await anAuthor()
    const { slug } = await aPublication({ by, name: '..' })
    expect((await change(slug, by.id, { name: '..', description: 'Ours.' })).status).toBe(200)
    const refused = await change(slug, by.id, { name: 'Bytewise News' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ fields: { name: expect.any(String) } })
  })

  test('refuses a taken name and bad input, and names the field', async () => {
    const by = await anAuthor()
    await aPublication({ by, name: 'Taken' })
    const { slug } = await aPublication({ by })
    const taken = await change(slug, by.id, { name: 'taken' })
    expect(taken.status).toBe(409)
    expect(await taken.json()).toMatchObject({ code: 11000, fields: { name: expect.any(String) } })
    const bad = await change(slug, by.id, { image: 'data:x' })
    expect(bad.status).toBe(400)
    expect(await bad.json()).toMatchObject({ fields: { image: expect.any(String) } })
  })

  test('answers 401 without a session, 403 to anyone else and 404 when there is none', async () => {
    const { slug } = await aPublication({ by: await anAuthor() })
    expect((await change(slug, undefined, { name: 'A' })).status).toBe(401)
    const other = await anAuthor()
    expect((await change(slug, other.id, { name: 'A' })).status).toBe(403)
    expect((await change('nothing', other.id, { name: 'A' })).status).toBe(404)
  })
})
