import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aPublication, aStory } from '#testing/factories.ts'

withApi()

/** The tags that reached the change feed since the test began. */
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
    expect(await (await get('/publications')).json()).toEqual([])
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
