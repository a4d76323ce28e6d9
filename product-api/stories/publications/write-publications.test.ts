import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aPublication, aStory } from '#testing/factories.ts'
import { subscribe, subscriptionsOf } from '#testing/subscriptions.ts'

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
    expect(await (await get('/publications/night-shift')).json()).toMatchObject(publication)
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
    ['description', { name: 'A', description: 'a'.repeat(201) }],
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

  test.each(['..', '1984', 'Fiction', '<b>x</b>', 'Bytewise', 'Search', 'new', 'User', 'Night\u200bShift'])(
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

  test('changes what is named, for its owner and administrators', async () => {
    const by = await aProvenPerson()
    const { slug } = await aPublication({ by, name: 'Before' })
    const first = await (await change(slug, by.id, { name: 'After', image: '/covers/a.webp' })).json()
    expect(first.publication).toMatchObject({ slug, name: 'After', image: '/covers/a.webp', owner_uuid: by.id })
    const second = await (await change(slug, (await anAdmin()).id, { description: 'Ours.', image: '' })).json()
    expect(second.publication).toMatchObject({ name: 'After', description: 'Ours.', image: null })
    expect((await change(slug, by.id, {})).status).toBe(200)
  })

  test('a new name is told to what shows the publication’s stories', async () => {
    const by = await aProvenPerson()
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
    const by = await aProvenPerson()
    const { slug } = await aPublication({ by, name: '..' })
    expect((await change(slug, by.id, { name: '..', description: 'Ours.' })).status).toBe(200)
    const refused = await change(slug, by.id, { name: 'Bytewise News' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ fields: { name: expect.any(String) } })
  })

  test('moves to a new address; the old one leads there, and no other publication gets it', async () => {
    const by = await aProvenPerson()
    const { id, slug } = await aPublication({ by, name: 'Before', slug: 'before' })
    await aStory({ by, publicationId: id })
    await api().pool.query('delete from changes')
    const moved = await (await change(slug, by.id, { slug: 'After & later' })).json()
    expect(moved.publication).toMatchObject({ slug: 'after-later', name: 'Before' })
    expect(await changedTags()).toEqual(
      expect.arrayContaining([
        'list:publication:before',
        'list:publication:after-later',
        'publication:before',
        'sitemap',
      ]),
    )
    await change(slug, by.id, { name: 'Later' })
    for (const address of ['before', 'after-later', 'LATER']) {
      expect(await (await get(`/publications/${address}`)).json()).toMatchObject({ slug: 'after-later' })
      expect(await (await get(`/contents/publication/${address}`)).json()).toHaveLength(1)
    }
    const other = await aProvenPerson()
    const { publication } = await (
      await send('POST', '/publications', { as: other.id, body: { name: 'Before' } })
    ).json()
    expect(publication.slug).toBe('before-2')
    // Not even by its name.
    expect(await (await get('/publications/before')).json()).toMatchObject({ slug: 'after-later' })
    const taken = await change('before-2', other.id, { slug: 'before' })
    expect(taken.status).toBe(409)
    expect(await taken.json()).toMatchObject({ fields: { slug: expect.stringContaining('has or had this address') } })
    // Its own former one is free for it.
    expect((await (await change('later', by.id, { slug: 'before' })).json()).publication.slug).toBe('before')
  })

  test.each(['new', 'user', '…', 'a'.repeat(81), '11111111-1111-4111-8111-111111111111'])(
    'refuses the address %s, and names the field',
    async (slug) => {
      const by = await aProvenPerson()
      const publication = await aPublication({ by })
      const response = await change(publication.slug, by.id, { slug })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { slug: expect.any(String) } })
    },
  )

  test('answers 429 to a fourth address in a day', async () => {
    const by = await aProvenPerson()
    const { slug } = await aPublication({ by })
    const statuses: number[] = []
    for (const next of ['one', 'two', 'three', slug]) statuses.push((await change(slug, by.id, { slug: next })).status)
    expect(statuses).toEqual([200, 200, 429, 200])
    await api().pool.query("update publication_slugs set created_at = created_at - interval '25 hours'")
    expect((await change(slug, by.id, { slug: 'three' })).status).toBe(200)
  })

  test('answers 403 to a rename until the address is proven; the rest can be changed', async () => {
    const by = await anAuthor()
    const { slug, name } = await aPublication({ by })
    for (const body of [{ name: 'After' }, { slug: 'after' }]) {
      const response = await change(slug, by.id, body)
      expect(response.status).toBe(403)
      const detail = 'Please confirm your email address before you rename a publication.'
      expect(await response.json()).toMatchObject({ detail })
    }
    expect((await change(slug, by.id, { name, slug, description: 'Ours.' })).status).toBe(200)
  })

  test('refuses a taken name and bad input, and names the field', async () => {
    const by = await aProvenPerson()
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

describe('DELETE /publications/:publication', () => {
  const remove = (slug: string, as: string | undefined) => send('DELETE', `/publications/${slug}`, { as })
  const statusOf = async (path: string) => (await get(path)).status

  test('deletes it; its stories stay without a publication, and its subscriptions end', async () => {
    const by = await aProvenPerson()
    const { id, slug, name } = await aPublication({ by, name: 'Night Shift', slug: 'night-shift' })
    const story = await aStory({ by, publicationId: id })
    const draft = await aStory({ by, publicationId: id, isDraft: true })
    const reader = await aProvenPerson()
    await subscribe({ email: reader.email, following_publication: slug, category: 'books' }, reader.id)
    await subscribe({ email: 'pending@example.com', following_publication: slug })
    await api().pool.query('delete from changes')

    expect((await remove(slug, by.id)).status).toBe(200)
    await mails()
    expect(await Promise.all([statusOf(`/publications/${slug}`), statusOf('/publications/Night%20Shift')])).toEqual([
      404, 404,
    ])
    expect(await (await get('/publications/user', { as: by.id })).json()).toEqual([])
    expect(await (await get(`/contents/${story.slug}`)).json()).toMatchObject({
      publication: null,
      publication_slug: null,
    })
    const { rows: left } = await api().pool.query('select publication_id from contents where id = any($1)', [
      [story.id, draft.id],
    ])
    expect(left).toEqual([{ publication_id: null }, { publication_id: null }])
    expect(await changedTags()).toEqual(
      expect.arrayContaining([
        'list:publication:night-shift',
        'publication:night-shift',
        'list:publications',
        'sitemap',
      ]),
    )
    expect((await subscriptionsOf(reader.email, reader.id)).map(({ about }) => about)).toEqual(['Book essays, weekly'])
    const { rows } = await api().pool.query('select count(*)::int as open from subscriptions where ended_at is null')
    expect(rows).toEqual([{ open: 1 }])
    const { rows: audit } = await api().pool.query("select * from audit_events where action = 'publication_deleted'")
    expect(audit).toMatchObject([{ actor_id: by.id, user_id: by.id, details: { publication: slug, name } }])
  })

  test('its name is free again, its address is not', async () => {
    const by = await aProvenPerson()
    const { slug } = await aPublication({ by, name: 'Night Shift', slug: 'night-shift' })
    await remove(slug, by.id)
    const { publication } = await (
      await send('POST', '/publications', { as: by.id, body: { name: 'night shift' } })
    ).json()
    expect(publication.slug).toBe('night-shift-2')
  })

  test('nothing can be published, changed or subscribed to there any more', async () => {
    const by = await aProvenPerson()
    const { id, slug } = await aPublication({ by })
    const draft = await aStory({ by, isDraft: true })
    await remove(slug, by.id)
    const body = { publication: slug, title: 'A', content: '<p>B</p>', isDraft: true }
    expect((await send('PUT', `/contents/${draft.id}`, { as: by.id, body })).status).toBe(400)
    expect((await send('PUT', `/publications/${slug}`, { as: by.id, body: { description: 'A' } })).status).toBe(404)
    expect((await subscribe({ email: 'a@example.com', following_publication: slug })).status).toBe(400)
    expect((await remove(slug, by.id)).status).toBe(404)
    expect(id).toBeTruthy()
  })

  test('an administrator can delete it', async () => {
    const { slug } = await aPublication({ by: await anAuthor() })
    expect((await remove(slug, (await anAdmin()).id)).status).toBe(200)
  })

  test('answers 401 without a session, 403 to anyone else and 404 when there is none', async () => {
    const { slug } = await aPublication({ by: await anAuthor() })
    expect((await remove(slug, undefined)).status).toBe(401)
    const other = await anAuthor()
    expect((await remove(slug, other.id)).status).toBe(403)
    expect((await remove('nothing', other.id)).status).toBe(404)
    expect((await remove('a'.repeat(201), other.id)).status).toBe(400)
    expect((await get(`/publications/${slug}`)).status).toBe(200)
  })
})
