import type { Written } from '#contract/story-writing.ts'
import { tags } from '#contract/tags.ts'
import { get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { changesMade, copyOf, edit, json, shown, storyHtml, write } from '#testing/writers.ts'

withApi()

describe('PUT and POST /contents/:id', () => {
  test.each(['PUT', 'POST'])('%s saves the draft, by its id or its slug', async (method) => {
    const by = await anAuthor()
    const { id } = await write(by)
    for (const [name, title] of [
      [id, 'Light'],
      ['lamp', 'Beam'],
    ] as const) {
      await json(send(method, `/contents/${name}`, { as: by.id, body: { title } }))
      expect(await copyOf(by, id)).toMatchObject({ title, slug: 'lamp', content: storyHtml })
    }
  })

  test('beside a published story saves what readers do not see, and tells no page', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { isDraft: false })
    const told = await changesMade(() => edit(by, id, { isDraft: true, title: 'Light', content: '<p>New.</p>' }))
    expect(told).toEqual([])
    expect(await shown('lamp')).toMatchObject({ title: 'Lamp', content: storyHtml, version: 1 })
    expect(await copyOf(by, id)).toMatchObject({
      ...{ title: 'Light', content: '<p>New.</p>', version: 2, isDraft: false, has_unpublished_changes: true },
    })
    const again = await edit(by, id, { isDraft: true, sub_title: 'Under', version: 2 })
    expect(await again.json()).toMatchObject({ version: 3, isDraft: false, slug: 'lamp' })
  })

  test('publishing shows it, under a version that is newer than all', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { isDraft: false })
    await edit(by, id, { isDraft: true, title: 'Light' })
    const told = await changesMade(() => edit(by, id, { isDraft: false, sub_title: 'Under', version: 2 }))
    expect(told).toEqual(expect.arrayContaining([tags.content('lamp'), tags.all, tags.sitemap, tags.search]))
    expect(await shown('lamp')).toMatchObject({ title: 'Light', sub_title: 'Under', version: 3 })
    expect(await copyOf(by, id)).toMatchObject({ has_unpublished_changes: false, version: 3 })
  })

  test('without isDraft a published story changes for its readers', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { isDraft: false })
    expect(await (await edit(by, id, { title: 'Light' })).json()).toMatchObject({ version: 2, slug: 'lamp' })
    expect(await shown('lamp')).toMatchObject({ title: 'Light', version: 2 })
  })

  test('… but not over what is written beside it, unless that version is named', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { isDraft: false })
    await edit(by, id, { isDraft: true, content: '<p>Half a sentence</p>' })
    const blind = await edit(by, id, { title: 'Light' })
    expect(blind.status).toBe(409)
    expect(await shown('lamp')).toMatchObject({ title: 'Lamp' })
    expect((await edit(by, id, { title: 'Light', version: 2 })).status).toBe(200)
    expect(await shown('lamp')).toMatchObject({ title: 'Light', content: '<p>Half a sentence</p>' })
  })

  test.each([
    [{ version: 1 }, {}],
    [{}, { 'if-match': '"1"' }],
    [{}, { 'if-match': '1' }],
    [{}, { 'if-match': 'W/"1"' }],
  ])('refuses a stale version (%j, %j) with the story as it is now', async (body, headers) => {
    const by = await anAuthor({ name: 'Ada' })
    const { id } = await write(by)
    await edit(by, id, { title: 'Light', version: 1 })
    const refused = await edit(by, id, { title: 'Beam', ...body }, headers as Record<string, string>)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      code: 'conflict',
      current: await copyOf(by, id),
    })
    expect(await copyOf(by, id)).toMatchObject({ title: 'Light', version: 2, author_name: 'Ada' })
  })

  test('of two simultaneous saves of one version one is taken', async () => {
    const by = await anAuthor()
    const { id } = await write(by)
    const saves = await Promise.all(['A', 'B'].map((title) => edit(by, id, { title, version: 1 })))
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('refuses an If-Match that does not name a version', async () => {
    const by = await anAuthor()
    const { id } = await write(by)
    const refused = await edit(by, id, { title: 'Light' }, { 'if-match': '"abc"' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ fields: { version: expect.any(String) } })
  })

  test('repeating an edit whose answer was lost neither conflicts nor makes a new version', async () => {
    const by = await anAuthor()
    const { id } = await write(by)
    for (const body of [
      { title: 'Light', isDraft: true, version: 1 },
      { title: 'Light', isDraft: false, version: 2 },
      { title: 'Beam', isDraft: true, version: 3 },
      { slug: 'The Beam', isDraft: true, version: 4 },
    ]) {
      const first = await json<Written>(edit(by, id, body))
      const told = await changesMade(async () => expect(await json<Written>(edit(by, id, body))).toEqual(first))
      expect(told).toEqual([])
    }
  })

  test('needs a title and a text to publish, and says which is missing', async () => {
    const by = await anAuthor()
    const { id } = await json<Written>(send('POST', '/contents', { as: by.id, body: {} }))
    const refused = await edit(by, id, { isDraft: false })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ fields: { title: expect.any(String), content: expect.any(String) } })
    expect((await edit(by, id, { isDraft: false, title: 'Lamp', content: storyHtml })).status).toBe(200)
  })

  test('the slug follows the title until the first publishing, and stays from then on', async () => {
    const by = await anAuthor()
    const { id } = await json<Written>(send('POST', '/contents', { as: by.id, body: { title: 'L' } }))
    await edit(by, id, { title: 'Lamp and sea', content: storyHtml })
    expect(await json<Written>(edit(by, id, { isDraft: false }))).toMatchObject({ slug: 'lamp-and-sea' })
    expect(await json<Written>(edit(by, id, { title: 'Other' }))).toMatchObject({ slug: 'lamp-and-sea' })
    expect((await get('/contents/l')).headers.get('location')).toBe('/contents/lamp-and-sea')
  })

  test('a chosen slug stays; of a published story it changes with the text beside it', async () => {
    const by = await anAuthor()
    const { id } = await write(by)
    expect(await json<Written>(edit(by, id, { slug: 'My slug' }))).toMatchObject({ slug: 'my-slug', version: 2 })
    await edit(by, id, { title: 'Other', isDraft: false })
    expect(await json<Written>(edit(by, id, { isDraft: true, slug: 'new-slug' }))).toMatchObject({ slug: 'my-slug' })
    expect(await copyOf(by, id)).toMatchObject({ slug: 'my-slug', next_slug: 'new-slug' })
    expect(await json<Written>(edit(by, id, { isDraft: false }))).toMatchObject({ slug: 'new-slug' })
    expect((await get('/contents/my-slug')).headers.get('location')).toBe('/contents/new-slug')
    const other = await write(by, { title: 'Third' })
    expect((await edit(by, other.id, { slug: 'my-slug' })).status).toBe(409)
  })

  test('the newsletter box is a draft’s to change, and of a published story only goes on', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { sendNewsletter: true })
    await edit(by, id, { sendNewsletter: false })
    expect(await copyOf(by, id)).toMatchObject({ sendNewsletter: false })
    await edit(by, id, { isDraft: false, sendNewsletter: true })
    await edit(by, id, { isDraft: false, title: 'Light', sendNewsletter: false })
    expect(await shown('lamp')).toMatchObject({ title: 'Light', sendNewsletter: true })
  })

  test('an administrator’s edit keeps the author', async () => {
    const [by, admin] = [await anAuthor({ name: 'Ada' }), await anAdmin()]
    const { id } = await write(by, { isDraft: false })
    expect((await edit(admin, id, { title: 'Light', userId: admin.id })).status).toBe(200)
    expect(await shown('lamp')).toMatchObject({ title: 'Light', author_uuid: by.id, author_name: 'Ada' })
  })
})
