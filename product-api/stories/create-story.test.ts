import type { Written } from '#contract/story-writing.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aPublication } from '#testing/factories.ts'
import { copyOf, edit, json, shown, storyHtml, write } from '#testing/writers.ts'

withApi()

describe('POST /contents', () => {
  test('makes a draft of the product’s own category, for its writer alone', async () => {
    const by = await anAuthor()
    const written = await write(by)
    expect(written).toMatchObject({ slug: 'lamp', version: 1, isDraft: true, _id: written.id })
    expect((await get('/contents/lamp')).status).toBe(404)
    expect(await copyOf(by, written.id)).toMatchObject({
      ...{ title: 'Lamp', content: storyHtml, category: 'bytewise', isDraft: true, has_unpublished_changes: false },
    })
  })

  test('makes a draft of nothing at all', async () => {
    const by = await anAuthor()
    const { id, slug } = await json<Written>(send('POST', '/contents', { as: by.id, body: {} }))
    expect(slug).toMatch(/^story-[0-9a-f]{8}$/)
    expect(await copyOf(by, id)).toMatchObject({ title: '', content: '' })
  })

  test('publishes a story that is not a draft', async () => {
    const by = await anAuthor()
    await write(by, {
      ...{ isDraft: false, category: 'fiction', articleImage: 'https://pictures.example/lamp.png' },
      canonical_url: 'https://elsewhere.example/lamp',
    })
    expect(await shown('lamp')).toMatchObject({
      ...{ title: 'Lamp', category: 'fiction', story_image: 'https://pictures.example/lamp.png', isDraft: false },
      canonical_url: 'https://elsewhere.example/lamp',
    })
  })

  test('the author is who has the session, whatever the body says', async () => {
    const [by, other] = [await anAuthor({ name: 'Ada' }), await anAuthor()]
    const claimed = { userId: other.id, author_uuid: other.id, author_name: 'Eve', author_email: other.email }
    await write(by, { isDraft: false, ...claimed })
    expect(await shown('lamp')).toMatchObject({ author_uuid: by.id, author_name: 'Ada', userId: by.id })
  })

  test.each([
    [{ isDraft: false, title: '' }, ['title']],
    [{ isDraft: false, content: '<p> &nbsp;</p><script>alert(1)</script>' }, ['content']],
    [{ isDraft: false, title: ' ', content: '<p><br></p>' }, ['title', 'content']],
    [{ title: 'a'.repeat(201) }, ['title']],
    [{ content: 'ä'.repeat(500_001) }, ['content']],
    [{ category: 'gossip' }, ['category']],
    [{ slug: 'search' }, ['slug']],
    [{ publication: 'nobody-has-it' }, ['publication']],
    [{ canonical_url: 'javascript:alert(1)' }, ['canonical_url']],
    [{ publish_at: '2020-01-01T00:00:00Z' }, ['publish_at']],
    [{ publish_at: '9999-01-01T00:00:00Z' }, ['publish_at']],
    [{ publish_at: 'tomorrow' }, ['publish_at']],
    [{ draft_key: 'mine' }, ['draft_key']],
  ])('refuses %j and names the field', async (body, fields) => {
    const by = await anAuthor()
    const response = await send('POST', '/contents', {
      as: by.id,
      body: { title: 'Lamp', content: storyHtml, ...body },
    })
    expect(response.status).toBe(400)
    const refusal = (await response.json()) as { fields: Record<string, string> }
    expect(Object.keys(refusal.fields)).toEqual(fields)
    for (const sentence of Object.values(refusal.fields)) expect(sentence).toMatch(/\w.* .*\w/)
  })

  test.each(['<p><img src="/covers/a.webp"></p>', '<table><tbody><tr><td></td></tr></tbody></table>'])(
    'takes %s for something to look at',
    async (content) => {
      expect(await write(await anAuthor(), { content, isDraft: false })).toMatchObject({ isDraft: false })
    },
  )

  test('a taken slug answers code 11000 and names it', async () => {
    const by = await anAuthor()
    await write(by, { slug: 'mine' })
    const response = await send('POST', '/contents', { as: by.id, body: { slug: 'mine' } })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 11000, fields: { slug: expect.any(String) } })
  })

  test('a slug of a story that the caller may not see is refused as a word of a route is', async () => {
    const [by, other] = [await anAuthor(), await anAuthor()]
    const ask = async (as: string, slug: string) => {
      const response = await send('POST', '/contents', { as, body: { slug } })
      const { requestId: _, ...said } = await response.json()
      return { status: response.status, said }
    }
    const reserved = await ask(by.id, 'search')
    expect(reserved.status).toBe(400)
    const { id } = await write(other, { slug: 'secret-merger' })
    expect(await ask(by.id, 'Secret merger')).toEqual(reserved)
    expect((await ask(other.id, 'secret-merger')).status).toBe(409)
    expect((await ask((await anAdmin()).id, 'secret-merger')).status).toBe(409)
    // Beside a published story too.
    const mine = await write(by, { isDraft: false })
    const change = { as: by.id, body: { slug: 'secret-merger', version: 1 } }
    expect((await send('PUT', `/contents/${mine._id}`, change)).status).toBe(400)
    await send('PUT', `/contents/${id}`, { as: other.id, body: { isDraft: false, version: 1 } })
    expect((await ask(by.id, 'secret-merger')).status).toBe(409)
  })

  test('the same key twice is one story, even in parallel, and answers its present version', async () => {
    const by = await anAuthor()
    const body = { draft_key: '11111111-1111-4111-8111-111111111111' }
    const [one, two] = await Promise.all([write(by, body), write(by, body)])
    expect(two).toEqual(one)
    await edit(by, one?.id ?? '', { title: 'Light', version: 1 })
    expect(await write(by, body)).toMatchObject({ id: one?.id, version: 2 })
    expect((await write(await anAuthor(), body)).id).not.toBe(one?.id)
    await send('DELETE', `/contents/${one?.id}`, { as: by.id })
    expect((await write(by, body)).id).not.toBe(one?.id)
  })

  test('only its owner publishes under a publication, named by slug or name', async () => {
    const [owner, other] = [await anAuthor(), await anAuthor()]
    await aPublication({ by: owner, name: 'Night Shift', slug: 'night-shift' })
    for (const publication of ['night-shift', 'Night Shift']) {
      const { id } = await write(owner, { publication })
      expect(await copyOf(owner, id)).toMatchObject({ publication: 'night-shift', publication_name: 'Night Shift' })
    }
    const refused = await send('POST', '/contents', { as: other.id, body: { publication: 'night-shift' } })
    expect(refused.status).toBe(403)
  })

  test('answers 401 without a session', async () => {
    expect((await send('POST', '/contents', { body: {} })).status).toBe(401)
  })

  test('so many an hour, then 429 with a sentence', async () => {
    const by = await anAuthor()
    for (let count = 0; count < 60; count++) await api().context.limits.take('newStory', by.id)
    const response = await send('POST', '/contents', { as: by.id, body: {} })
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/^You’ve started 60 stories/) })
  })
})
