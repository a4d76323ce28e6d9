import type { Story } from '#contract/stories.ts'
import type { Revision, Written } from '#contract/story-writing.ts'
import { tags } from '#contract/tags.ts'
import type { Actor } from '#platform/context.ts'
import { dayMs } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aPublication, aStory } from '#testing/factories.ts'
import { changesMade, copyOf, edit, json, shown, storyHtml, write } from '#testing/writers.ts'

withApi()

const nowhere = '00000000-0000-7000-8000-000000000000'

describe('rights', () => {
  const calls: [method: string, path: string, body: object | undefined][] = [
    ['PUT', '', { title: 'x' }],
    ['POST', '', { title: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/unpublish', {}],
    ['POST', '/duplicate', undefined],
    ['POST', '/discard', {}],
    ['GET', '/working-copy', undefined],
    ['GET', '/revisions', undefined],
    ['GET', '/revisions/:revision', undefined],
    ['POST', '/revisions/:revision/restore', {}],
  ]
  test.each(calls)('%s /contents/:id%s: 401 without a session, 404 or 403 to strangers', async (method, path, body) => {
    const [by, stranger] = [await anAuthor(), await anAuthor()]
    const [draft, story] = [await write(by), await write(by, { isDraft: false, title: 'Public' })]
    await edit(by, draft.id, { title: 'Light' })
    const ask = async (written: Written, as?: Actor) => {
      const [revision] = await json<Revision[]>(get(`/contents/${written.id}/revisions`, { as: by.id }))
      const address = `/contents/${written.id}${path.replace(':revision', revision?._id ?? '')}`
      return (await (method === 'GET' ? get(address, { as: as?.id }) : send(method, address, { as: as?.id, body })))
        .status
    }
    expect([await ask(draft), await ask(story)]).toEqual([401, 401])
    expect([await ask(draft, stranger), await ask(story, stranger)]).toEqual([404, 403])
    expect(await ask({ ...draft, id: nowhere }, stranger).catch(() => 404)).toBe(404)
    expect((await copyOf(by, draft.id)).title).toBe('Light')
    expect([await ask(draft, await anAdmin()), await ask(story, by)]).toEqual([200, 200])
  })

  test('a revision is found under its own story alone', async () => {
    const [by, other] = [await anAuthor(), await anAuthor()]
    const [mine, theirs] = [
      await write(by, { isDraft: false }),
      await write(other, { isDraft: false, title: 'Theirs' }),
    ]
    const [revision] = await json<Revision[]>(get(`/contents/${theirs.id}/revisions`, { as: other.id }))
    expect((await get(`/contents/${mine.id}/revisions/${revision?._id}`, { as: by.id })).status).toBe(404)
    expect(
      (await send('POST', `/contents/${mine.id}/revisions/${revision?._id}/restore`, { as: by.id, body: {} })).status,
    ).toBe(404)
  })
})

describe('POST /contents/:id/unpublish', () => {
  test('makes it a draft with what was beside it; its address comes back under its day', async () => {
    const by = await anAuthor()
    const publishedAt = new Date(Date.UTC(2025, 1, 1))
    const { id, slug } = await aStory({ by, title: 'Lamp', publishedAt })
    await edit(by, id, { isDraft: true, title: 'Light' })
    const told = await changesMade(() => send('POST', `/contents/${id}/unpublish`, { as: by.id, body: { version: 2 } }))
    expect(told).toEqual(expect.arrayContaining([tags.content(slug), tags.all]))
    expect((await get(`/contents/${slug}`)).status).toBe(404)
    expect(await copyOf(by, id)).toMatchObject({
      title: 'Light',
      isDraft: true,
      has_unpublished_changes: false,
      version: 3,
    })
    await edit(by, id, { isDraft: false })
    expect(await shown(slug)).toMatchObject({ title: 'Light', published_at: publishedAt.toISOString() })
  })

  test('takes over the slug that was asked for beside the public text; the old one leads on', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { isDraft: false })
    await edit(by, id, { isDraft: true, slug: 'light' })
    const unpublished = send('POST', `/contents/${id}/unpublish`, { as: by.id, body: { version: 2 } })
    expect(await json(unpublished)).toMatchObject({ slug: 'light', isDraft: true })
    await edit(by, id, { isDraft: false })
    expect((await get('/contents/lamp')).headers.get('location')).toBe('/contents/light')
  })

  test('twice is once, and a stale one is refused', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { isDraft: false })
    const unpublish = (body: object) => send('POST', `/contents/${id}/unpublish`, { as: by.id, body })
    expect((await unpublish({ version: 7 })).status).toBe(409)
    const first = await json(unpublish({ version: 1 }))
    expect(await json(unpublish({ version: 1 }))).toEqual(first)
  })
})

describe('POST /contents/:id/duplicate', () => {
  test('leaves out a publication that the writer may not publish under', async () => {
    const [by, owner] = [await anAuthor(), await anAuthor()]
    const { id } = await aStory({ by })
    const { id: publicationId } = await aPublication({ by: owner })
    await api().pool.query('update contents set publication_id = $1 where id = $2', [publicationId, id])
    const copy = await json<Written>(send('POST', `/contents/${id}/duplicate`, { as: by.id }))
    expect(await copyOf(by, copy.id)).toMatchObject({ publication: null })
  })

  test('makes a draft of the caller’s with the same text', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { isDraft: false, category: 'fiction', sub_title: 'Under' })
    const copy = await json<Written>(send('POST', `/contents/${id}/duplicate`, { as: by.id }))
    expect(copy).toMatchObject({ slug: 'copy-of-lamp', isDraft: true, version: 1 })
    expect(await copyOf(by, copy.id)).toMatchObject({
      ...{ title: 'Copy of Lamp', content: storyHtml, category: 'fiction', sub_title: 'Under', author_uuid: by.id },
    })
  })
})

describe('POST /contents/:id/discard', () => {
  test('drops what is beside the public text, which stays among the revisions; its version is never given again', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { isDraft: false })
    await edit(by, id, { isDraft: true, title: 'Light' })
    const discarded = await json<Written>(send('POST', `/contents/${id}/discard`, { as: by.id, body: { version: 2 } }))
    expect(discarded).toMatchObject({ version: 1, isDraft: false })
    expect(await copyOf(by, id)).toMatchObject({ title: 'Lamp', has_unpublished_changes: false })
    const [kept] = await json<Revision[]>(get(`/contents/${id}/revisions`, { as: by.id }))
    expect(kept).toMatchObject({ kind: 'discard', title: 'Light', version: 2 })
    expect(await json<Written>(edit(by, id, { isDraft: true, title: 'Beam', version: 1 }))).toMatchObject({
      version: 3,
    })
    expect((await edit(by, id, { isDraft: true, title: 'Old tab', version: 2 })).status).toBe(409)
  })
})

describe('GET /contents/:userId/drafts', () => {
  test('answers the drafts, the last written first, page by page', async () => {
    const by = await anAuthor()
    const written: Written[] = []
    for (const title of ['One', 'Two', 'Three']) written.push(await write(by, { title }))
    await write(by, { title: 'Public', isDraft: false })
    await write(await anAuthor(), { title: 'Somebody else’s' })
    await edit(by, written[0]?.id ?? '', { sub_title: 'Touched' })
    const titles: string[] = []
    for (let next: string | undefined = `/contents/${by.id}/drafts?limit=2`; next; ) {
      const response = await get(next, { as: by.id })
      titles.push(...(await json<Story[]>(response)).map(({ title }) => title))
      next = response.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
    }
    expect(titles).toEqual(['One', 'Three', 'Two'])
  })

  test('is for themselves and administrators', async () => {
    const by = await anAuthor()
    await write(by)
    expect((await get(`/contents/${by.id}/drafts`)).status).toBe(401)
    for (const id of [by.id, nowhere, 'x']) {
      expect((await get(`/contents/${id}/drafts`, { as: (await anAuthor()).id })).status).toBe(404)
    }
    expect(await json(get(`/contents/${by.id}/drafts`, { as: (await anAdmin()).id }))).toHaveLength(1)
    expect((await get(`/contents/${by.id}/drafts?cursor=x`, { as: by.id })).status).toBe(400)
  })
})

describe('GET /contents/:slug with a session', () => {
  test.each(['/contents/', '/contents/slug/'])('%s shows a draft to its author and administrators', async (path) => {
    const [by, admin, stranger] = [await anAuthor(), await anAdmin(), await anAuthor()]
    const publish_at = new Date(Date.now() + dayMs).toISOString()
    const { id } = await write(by, { publish_at, slug: 'first' })
    await edit(by, id, { slug: 'second' })
    for (const as of [by, admin]) {
      expect(await json(get(`${path}second`, { as: as.id }))).toMatchObject({
        title: 'Lamp',
        isDraft: true,
        publish_at,
      })
      expect((await get(`${path}first`, { as: as.id })).headers.get('location')).toBe(`${path}second`)
    }
    for (const as of [undefined, stranger.id]) {
      for (const slug of ['second', 'first', id]) expect((await get(path + slug, { as })).status).toBe(404)
    }
  })
})
