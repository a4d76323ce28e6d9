import { tags } from '#contract/tags.ts'
import { Problem } from '#platform/problem.ts'
import { api, get, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aPublication, aStory, writing } from '#testing/factories.ts'
import { createStory } from './create-story.ts'
import { updateStory } from './write/edit-story.ts'
import { deleteStory, unpublishStory } from './write/withdraw-story.ts'

withApi()

const codeOf = (fault: unknown) => (fault instanceof Problem ? fault.code : fault)
const refusal = (call: Promise<unknown>) => call.then(() => 'done', codeOf)

async function changesMade(run: () => Promise<unknown>): Promise<string[][]> {
  await api().pool.query('truncate changes')
  await run()
  const { rows } = await api().pool.query<{ tags: string[] }>('select tags from changes order by id')
  return rows.map((row) => row.tags)
}

describe('createStory', () => {
  test('keeps what is safe of the HTML, and what follows from it', async () => {
    const { slug } = await aStory({
      content: '<h1>A</h1><p>One two. Three.</p><script>alert(1)</script>',
      title: ' A  title\u0000 ',
    })
    const story = (await (await get(`/contents/${slug}`)).json()) as Record<string, unknown>
    expect(story).toMatchObject({
      title: 'A title',
      content: '<h2>A</h2><p>One two. Three.</p>',
      excerpt: 'One two. Three.',
      word_count: 4,
      reading_minutes: 1,
      version: 1,
    })
  })

  test('gives every story a slug of its own', async () => {
    const by = await anAuthor()
    const slugs: string[] = []
    for (let count = 0; count < 7; count++) slugs.push((await aStory({ by, title: 'Same Title' })).slug)
    expect(slugs.slice(0, 5)).toEqual(['same-title', 'same-title-2', 'same-title-3', 'same-title-4', 'same-title-5'])
    expect(new Set(slugs).size).toBe(7)
  })

  test('two created in parallel with one title get two slugs', async () => {
    const by = await anAuthor()
    const [one, two] = await Promise.all([aStory({ by, title: 'At once' }), aStory({ by, title: 'At once' })])
    expect([one?.slug, two?.slug].sort()).toEqual(['at-once', 'at-once-2'])
  })

  test('refuses a slug that another story has or had, and one that is a route', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by, title: 'First' })
    await updateStory(writing(by), id, { slug: 'second' })
    expect(await refusal(aStory({ by, slug: 'first' }))).toBe('exists_already')
    expect(await refusal(aStory({ by, slug: 'second' }))).toBe('exists_already')
    expect(await refusal(aStory({ by, slug: 'search' }))).toBe('bad_request')
    expect((await aStory({ by, title: 'Search' })).slug).toBe('search-2')
  })

  test('only its owner publishes under a publication', async () => {
    const owner = await anAuthor()
    const { id } = await aPublication({ by: owner })
    expect(await refusal(aStory({ by: await anAuthor(), publicationId: id }))).toBe('forbidden')
    expect(await refusal(aStory({ by: owner, publicationId: id }))).toBe('done')
    expect(await refusal(aStory({ by: owner, publicationId: '00000000-0000-7000-8000-000000000000' }))).toBe(
      'bad_request',
    )
  })

  test.each([
    ['that is too long', 'x'.repeat(2_000_001)],
    ['whose formatting is too deep', '<b>'.repeat(100_000)],
    ['of too much formatting', '<br>'.repeat(100_000)],
    ['that has too much formatting when it is made safe', '<img src="/covers/a.webp">'.repeat(1_500)],
  ])('refuses a body %s, with a sentence', async (_, content) => {
    const fault = await aStory({ content }).catch((cause: unknown) => cause)
    expect(fault).toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/^(A story|This story|The formatting) .*\.$/),
    })
    expect(await (await get('/contents/record/count')).json()).toEqual({ count: 0 })
  })

  test.each([
    ['story_image', { storyImage: 'javascript:alert(1)' }],
    ['story_image', { storyImage: 'http://' }],
    ['title', { title: 'a'.repeat(301) }],
    ['author_name', { authorName: 'a'.repeat(101) }],
    ['published_at', { publishedAt: new Date('+275760-01-01T00:00:00Z') }],
  ])('refuses a %s that no page could show, and names it', async (field, given) => {
    const by = await anAuthor()
    const { id } = await aStory({ by })
    const fault = { code: 'bad_request', fields: { [field]: expect.any(String) } }
    await expect(aStory({ by, ...given })).rejects.toMatchObject(fault)
    await expect(updateStory(writing(by), id, given)).rejects.toMatchObject(fault)
  })

  test('takes a body of many different words', async () => {
    const words = Array.from({ length: 60_000 }, (_, index) => `w${index.toString(36)}語`).join(' ')
    expect(await refusal(aStory({ content: `<p>${words}</p>` }))).toBe('done')
  })
})

describe('updateStory', () => {
  test('changes what is named and leaves the rest', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by, title: 'Before', subTitle: 'Under' })
    expect(await updateStory(writing(by), id, { title: 'After' })).toMatchObject({
      ...{ id, slug: 'before', version: 2, isDraft: false },
    })
    const story = await (await get('/contents/before')).json()
    expect(story).toMatchObject({
      title: 'After',
      sub_title: 'Under',
      version: 2,
      excerpt: expect.stringContaining('lamp'),
    })
  })

  test('leaves what is named without a value', async () => {
    const by = await anAuthor()
    const { id, slug } = await aStory({ by, title: 'Kept', content: '<p>Kept text.</p>', summary: 'Kept summary' })
    const unnamed = { title: undefined, content: undefined, isDraft: undefined, publishedAt: undefined }
    await updateStory(writing(by), id, { ...unnamed, summary: 'Another summary' })
    const story = (await (await get(`/contents/${slug}`)).json()) as Record<string, unknown>
    expect(story).toMatchObject({ title: 'Kept', content: '<p>Kept text.</p>', summary: 'Another summary', version: 2 })
  })

  test('refuses an edit of a stale version, and loses nothing', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by, title: 'One' })
    await updateStory(writing(by), id, { title: 'Two' }, 1)
    expect(await refusal(updateStory(writing(by), id, { title: 'Three' }, 1))).toBe('conflict')
    expect(await (await get(`/contents/${id}`)).json()).toMatchObject({ title: 'Two', version: 2 })
  })

  test('a story may take its own old slug back', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by, title: 'One' })
    await updateStory(writing(by), id, { slug: 'two' })
    await updateStory(writing(by), id, { slug: 'one' })
    expect((await get('/contents/one')).status).toBe(200)
    expect((await get('/contents/two')).headers.get('location')).toBe('/contents/one')
  })

  test('is for its author and administrators', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by })
    const draft = await aStory({ by, isDraft: true })
    const stranger = writing(await anAuthor())
    expect(await refusal(updateStory(stranger, id, { title: 'x' }))).toBe('forbidden')
    expect(await refusal(updateStory(stranger, draft.id, { title: 'x' }))).toBe('not_found')
    expect(await refusal(updateStory(writing(await anAdmin()), id, { title: 'x' }))).toBe('done')
    expect(await refusal(deleteStory(stranger, id))).toBe('forbidden')
    expect(await refusal(deleteStory(stranger, draft.id))).toBe('not_found')
  })

  test('keeps the day of publication when a story goes back to draft and out again', async () => {
    const by = await anAuthor()
    const publishedAt = new Date(Date.UTC(2025, 1, 1))
    const { id, slug } = await aStory({ by, publishedAt })
    await unpublishStory(writing(by), id)
    expect((await get(`/contents/${slug}`)).status).toBe(404)
    await updateStory(writing(by), id, { isDraft: false })
    expect(await (await get(`/contents/${slug}`)).json()).toMatchObject({ published_at: publishedAt.toISOString() })
  })
})

describe('what readers are told', () => {
  test('nothing of a draft', async () => {
    const by = await anAuthor()
    expect(
      await changesMade(async () => {
        const { id } = await aStory({ by, isDraft: true })
        await updateStory(writing(by), id, { title: 'Still a draft' })
        await deleteStory(writing(by), id)
      }),
    ).toEqual([])
  })

  test('every page that shows a new story', async () => {
    const by = await anAuthor()
    const publication = await aPublication({ by, name: 'Night Shift', slug: 'night-shift' })
    const draft = await aStory({ by, title: 'Lamp', category: 'fiction', publicationId: publication.id, isDraft: true })
    const [told] = await changesMade(() => updateStory(writing(by), draft.id, { isDraft: false }))
    expect(told?.sort()).toEqual(
      [
        ...[
          tags.content('lamp'),
          tags.content(draft.id),
          tags.all,
          tags.category('fiction'),
          tags.author(by.id),
          tags.sitemap,
          tags.search,
        ],
        tags.publication('night-shift'),
      ].sort(),
    )
  })

  test('the pages it leaves and the pages it comes to', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by, title: 'Lamp', category: 'fiction' })
    const [told] = await changesMade(() => updateStory(writing(by), id, { slug: 'light', category: 'books' }))
    const names = [tags.content('lamp'), tags.content('light'), tags.category('fiction'), tags.category('books')]
    expect(told).toEqual(expect.arrayContaining(names))
  })

  test('the pages that a deleted one was on', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by, title: 'Lamp' })
    const [told] = await changesMade(() => deleteStory(writing(by), id))
    expect(told).toEqual(expect.arrayContaining([tags.content('lamp'), tags.all]))
  })

  test('nothing of a write that failed', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by })
    expect(await changesMade(() => refusal(updateStory(writing(by), id, { title: 'x' }, 99)))).toEqual([])
  })
})

test('a failed write leaves nothing behind, and the database usable', async () => {
  const by = await anAuthor()
  const story = { title: 'Lost', content: '<p>x</p>', category: 'fiction', isDraft: false }
  // Longer than the database takes for a name of an image: the insert itself fails.
  const failing = createStory({ ...writing(by), now: () => new Date(Number.NaN) }, story)
  await expect(failing).rejects.toThrow()
  expect(await (await get('/contents/record/count')).json()).toEqual({ count: 0 })
})
