import { type ListedStory, StoryPage } from '#contract/stories.ts'
import { api, get, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aPublication, aStory, writing } from '#testing/factories.ts'
import { updateStory } from '../write/edit-story.ts'
import { deleteStory } from '../write/withdraw-story.ts'
import { findPageEnd, pageEndNeighbours } from './paging.ts'

withApi()

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const slugsOf = async (response: Response) => ((await response.json()) as ListedStory[]).map(({ slug }) => slug)
const nextOf = (response: Response) => /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]

describe('GET /contents', () => {
  test('answers the published stories, newest first, without bodies', async () => {
    const by = await anAuthor({ name: 'Ada' })
    await aStory({ by, title: 'Old', publishedAt: day(1) })
    await aStory({ by, title: 'Newer', publishedAt: day(2) })
    await aStory({ by, title: 'Hidden', isDraft: true })
    const response = await get('/contents')
    expect(response.status).toBe(200)
    const [first, second, ...more] = (await response.json()) as ListedStory[]
    expect(first).toMatchObject({ slug: 'newer', title: 'Newer', author_name: 'Ada', userId: by.id, isDraft: false })
    expect(first).not.toHaveProperty('content')
    expect(second?.slug).toBe('old')
    expect(more).toEqual([])
    expect(nextOf(response)).toBeUndefined()
  })

  test('names the tag of the product’s own category, whose slug says only the product’s name', async () => {
    const own = await aStory({ category: 'bytewise' })
    const other = await aStory({ category: 'fiction' })
    const listed = (await (await get('/contents')).json()) as ListedStory[]
    expect(new Map(listed.map(({ slug, category_tag }) => [slug, category_tag]))).toEqual(
      new Map([
        [own.slug, 'Note'],
        [other.slug, null],
      ]),
    )
  })

  test('leads from page to page through every story once, even if two share a moment, and before 1970', async () => {
    const by = await anAuthor()
    for (let count = 0; count < 7; count++)
      await aStory({ by, title: `Story ${count}`, publishedAt: new Date(Date.UTC(1970, 0, count >> 2, 1)) })
    const seen: string[] = []
    let path: string | undefined = '/contents?limit=2'
    while (path) {
      const response: Response = await get(path)
      seen.push(...(await slugsOf(response)))
      path = nextOf(response)
      if (path) expect(path).toMatch(/^\/contents\?limit=2&cursor=/)
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  test('ends steady pages where the stories choose, and reaches every story once', async () => {
    const by = await anAuthor()
    for (let count = 0; count < 60; count++) await aStory({ by, publishedAt: new Date(Date.UTC(2026, 0, 1, 0, count)) })
    const all = (await (await get('/contents?limit=100')).json()) as ListedStory[]
    const pages: string[][] = []
    let path: string | undefined = '/contents?limit=18&ends=steady'
    while (path) {
      const response: Response = await get(path)
      pages.push(await slugsOf(response))
      path = nextOf(response)
      if (path) expect(path).toMatch(/^\/contents\?limit=18&ends=steady&cursor=/)
    }
    expect(pages.flat()).toEqual(all.map(({ slug }) => slug))
    let before = 0
    for (const page of pages) {
      const rows = all.slice(before, before + 18 + pageEndNeighbours)
      expect(page).toHaveLength(findPageEnd(rows, { limit: 18, isFirst: before === 0 }))
      before += page.length
    }
  })

  test('adds the bodies when they are asked for, at most 30', async () => {
    const by = await anAuthor()
    for (let count = 0; count < 31; count++) await aStory({ by })
    const response = await get('/contents?include=content&limit=100')
    const stories = (await response.json()) as ListedStory[]
    expect(stories).toHaveLength(30)
    expect(stories[0]?.content).toContain('<p>The lamp turns')
    expect(nextOf(response)).toMatch(/include=content/)
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['include=all', 'include'],
    ['ends=soon', 'ends'],
    ['cursor=x', 'cursor'],
    [`cursor=${'a'.repeat(301)}`, 'cursor'],
    [`cursor=${Buffer.from('1.2').toString('base64url')}`, 'cursor'],
    [`cursor=${Buffer.from('999999999999999.00000000-0000-7000-8000-000000000000').toString('base64url')}`, 'cursor'],
  ])('refuses ?%s and names the field', async (query, field) => {
    const response = await get(`/contents?${query}`)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({
      status: 400,
      code: 'bad_request',
      fields: { [field]: expect.any(String) },
    })
  })

  test('answers HEAD like GET, without a body', async () => {
    const response = await get('/contents', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  test('shows an author’s email only if the author does, and to administrators', async () => {
    const shy = await anAuthor({ email: 'shy@example.com' })
    const open = await anAuthor({ email: 'open@example.com', showEmail: true })
    await aStory({ by: shy, publishedAt: day(2) })
    await aStory({ by: open, publishedAt: day(1) })
    const emails = async (as?: string) =>
      ((await (await get('/contents', { as })).json()) as ListedStory[]).map((story) => story.author_email)
    expect(await emails()).toEqual([null, 'open@example.com'])
    expect(await emails((await anAdmin()).id)).toEqual(['shy@example.com', 'open@example.com'])
    expect(await emails(shy.id)).toEqual(['shy@example.com', 'open@example.com'])
  })
})

describe('the lists of a category, a publication and an author', () => {
  test('contain their own stories only', async () => {
    const by = await anAuthor()
    const other = await anAuthor()
    const publication = await aPublication({ by, name: 'Night Shift', slug: 'night-shift' })
    await aStory({ by, title: 'A', category: 'fiction', publishedAt: day(1), publicationId: publication.id })
    await aStory({ by, title: 'B', category: 'books', publishedAt: day(2) })
    await aStory({ by: other, title: 'C', category: 'fiction', publishedAt: day(3) })
    expect(await slugsOf(await get('/contents/category/fiction'))).toEqual(['c', 'a'])
    expect(await slugsOf(await get('/contents/category/all'))).toEqual(['c', 'b', 'a'])
    expect(await slugsOf(await get('/contents/category/nothing'))).toEqual([])
    expect(await slugsOf(await get('/contents/publication/night-shift'))).toEqual(['a'])
    expect(await slugsOf(await get('/contents/publication/NIGHT%20shift'))).toEqual(['a'])
    expect(await slugsOf(await get('/contents/publication/nothing'))).toEqual([])
    expect(await slugsOf(await get(`/contents/author/${by.id}`))).toEqual(['b', 'a'])
    expect(await slugsOf(await get('/contents/author/nobody'))).toEqual([])
  })

  test('lead on within themselves', async () => {
    const by = await anAuthor()
    await aStory({ by, title: 'A', category: 'fiction', publishedAt: day(1) })
    await aStory({ by, title: 'B', category: 'books', publishedAt: day(2) })
    await aStory({ by, title: 'C', category: 'fiction', publishedAt: day(3) })
    const next = nextOf(await get('/contents/category/fiction?limit=1'))
    expect(next).toMatch(/^\/contents\/category\/fiction\?/)
    expect(await slugsOf(await get(next ?? ''))).toEqual(['a'])
  })
})

describe('GET /contents/:slug and /contents/slug/:slug', () => {
  test.each(['/contents/', '/contents/slug/'])('%s answers the story in both shapes', async (base) => {
    const by = await anAuthor({ name: 'Ada' })
    const { id } = await aStory({ by, title: 'The Lamp', subTitle: 'At sea', bookTitle: 'To the Lighthouse' })
    const page = StoryPage.parse(await (await get(`${base}the-lamp`)).json())
    expect(page).toMatchObject({
      _id: id,
      id,
      slug: 'the-lamp',
      sub_title: 'At sea',
      book_title: 'To the Lighthouse',
      next: [],
    })
    expect(page.content).toBe('<p>The lamp turns all night. Nobody on the island sleeps.</p>')
    expect(page.excerpt).toBe('The lamp turns all night. Nobody on the island sleeps.')
    expect(page.post).toMatchObject({ _id: id, content: page.content, author_name: 'Ada', word_count: 10 })
    expect((await get(base + id)).status).toBe(200)
  })

  test('names three stories to read next: older ones of the category, then the newest of it', async () => {
    const by = await anAuthor()
    for (const number of [1, 2, 3, 4, 5]) await aStory({ by, title: `F${number}`, publishedAt: day(number) })
    await aStory({ by, title: 'Other', category: 'books', publishedAt: day(6) })
    const next = async (slug: string) =>
      StoryPage.parse(await (await get(`/contents/${slug}`)).json()).next.map((story) => story.slug)
    expect(await next('f5')).toEqual(['f4', 'f3'])
    expect(await next('f2')).toEqual(['f1', 'f5'])
    expect(await next('f1')).toEqual(['f5', 'f4'])
    expect(await next('other')).toEqual([])
  })

  test('names two more stories of the author, none that is named as next', async () => {
    const [by, other] = [await anAuthor(), await anAuthor()]
    for (const number of [1, 2, 3, 4, 5]) await aStory({ by, title: `F${number}`, publishedAt: day(number) })
    for (const number of [6, 7]) {
      await aStory({ by, title: `B${number}`, category: 'books', publishedAt: day(number) })
    }
    await aStory({ by: other, title: 'Alone', category: 'books', publishedAt: day(8) })
    await aStory({ by, title: 'Draft', isDraft: true })
    const more = async (slug: string) =>
      StoryPage.parse(await (await get(`/contents/${slug}`)).json()).by_author.map((story) => story.slug)
    expect(await more('f5')).toEqual(['f2', 'f1'])
    expect(await more('b7')).toEqual(['f5', 'f4'])
    expect(await more('alone')).toEqual([])
  })

  test('an old slug leads to the new one for good', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by, title: 'Before' })
    await updateStory(writing(by), id, { slug: 'After all' })
    for (const base of ['/contents/', '/contents/slug/']) {
      const response = await get(`${base}before`)
      expect(response.status).toBe(308)
      expect(response.headers.get('location')).toBe(`${base}after-all`)
    }
    expect((await get('/contents/after-all')).status).toBe(200)
  })

  test('a draft is found by its author and administrators only', async () => {
    const by = await anAuthor()
    const { id, slug } = await aStory({ by, isDraft: true })
    for (const path of [`/contents/${slug}`, `/contents/${id}`, `/contents/slug/${slug}`]) {
      expect((await get(path, { as: by.id })).status).toBe(200)
      expect((await get(path, { as: (await anAdmin()).id })).status).toBe(200)
      expect((await get(path)).status).toBe(404)
      expect((await get(path, { as: (await anAuthor()).id })).status).toBe(404)
      expect((await get(path, { headers: { authorization: 'Bearer no-such-session' } })).status).toBe(404)
    }
  })

  test('a deleted one is not found by anyone', async () => {
    const by = await anAuthor()
    const { id, slug } = await aStory({ by })
    await deleteStory(writing(by), id)
    expect((await get(`/contents/${slug}`, { as: by.id })).status).toBe(404)
    expect(await slugsOf(await get('/contents'))).toEqual([])
  })

  test('answers 404 to what is not there', async () => {
    const response = await get('/contents/nothing')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found', detail: 'We can’t find this story.' })
    expect((await get('/contents/00000000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  test('refuses a slug that is too long, and names the field', async () => {
    const response = await get(`/contents/${'a'.repeat(201)}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { slug: expect.any(String) } })
  })
})

describe('GET /contents/many/:ids', () => {
  test('keeps the order asked for and leaves out what is unknown or a draft', async () => {
    const by = await anAuthor()
    const first = await aStory({ by, title: 'One' })
    const second = await aStory({ by, title: 'Two' })
    const draft = await aStory({ by, isDraft: true })
    const unknown = '00000000-0000-7000-8000-000000000000'
    const ids = [second.id, unknown, draft.id, first.id.toUpperCase(), second.id].join(',')
    expect(await slugsOf(await get(`/contents/many/${ids}`))).toEqual(['two', 'one'])
  })

  test.each([
    ['no ids', 'x'],
    ['some that are none', '00000000-0000-7000-8000-000000000000,b'],
    ['more than a hundred', Array.from({ length: 101 }, () => '00000000-0000-7000-8000-000000000000').join(',')],
  ])('refuses %s, and names the field', async (_, ids) => {
    const response = await get(`/contents/many/${ids}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { ids: expect.any(String) } })
  })
})

describe('counts and sitemaps', () => {
  test('count what is published', async () => {
    const by = await anAuthor()
    await aStory({ by })
    await aStory({ by, isDraft: true })
    expect(await (await get('/contents/record/count')).json()).toEqual({ count: 1 })
  })

  test('the sitemap lists every address with its last change, oldest first, in pages that lead on', async () => {
    const by = await anAuthor()
    const slugs = ['s1', 's2', 's3']
    // Two share a moment, so that only the id tells them apart.
    for (const [index, title] of slugs.entries()) await aStory({ by, title, publishedAt: day(1 + (index >> 1)) })
    expect(await (await get('/contents/sitemap/parts')).json()).toEqual([
      { after: null, until: null, lastmod: expect.stringMatching(/^\d{4}-.*Z$/) },
    ])
    const first = await get('/contents/sitemap?limit=2')
    const entries = (await first.json()) as { slug: string; author_uuid: string | null }[]
    expect(entries.map(({ author_uuid }) => author_uuid)).toEqual([by.id, null])
    const next = first.headers.get('link')?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? ''
    const second = await get(next)
    expect(second.headers.get('link')).toBeNull()
    expect([...entries.map(({ slug }) => slug), ...(await slugsOf(second))].sort()).toEqual(slugs)
    for (const query of ['cursor=x', 'until=x', 'limit=5001']) {
      expect((await get(`/contents/sitemap?${query}`)).status).toBe(400)
    }
  })

  test.each(['10:00:00', '10:00:00.5', '10:00:00.07', '10:00:00.123'])(
    'the sitemap names the very moment of a change at %s',
    async (time) => {
      const { id } = await aStory({ by: await anAuthor() })
      const moment = new Date(`2026-03-29T${time}Z`)
      await api().pool.query('update contents set updated_at = $1 where id = $2', [moment, id])
      const [entry] = (await (await get('/contents/sitemap')).json()) as { lastmod: string }[]
      expect(entry?.lastmod).toBe(moment.toISOString())
    },
  )

  test('an empty store has no sitemap parts', async () => {
    expect(await (await get('/contents/sitemap/parts')).json()).toEqual([])
  })
})
