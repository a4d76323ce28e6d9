import type { Bookmark } from '#contract/bookmarks.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory, writing } from '#testing/factories.ts'
import { updateStory } from '../write/edit-story.ts'
import { unpublishStory } from '../write/withdraw-story.ts'

withApi()

const timeTooLate = `cursor=${Buffer.from('saved.11111111-1111-4111-8111-111111111111.999999999999999').toString('base64url')}`
const nobody = '11111111-1111-4111-8111-111111111111'

const save = (userId: string, articleId: string, as: string | undefined = userId) =>
  send('POST', '/bookmarks', { as, body: { userId, articleId } })
const titlesOf = async (response: Response) => ((await response.json()) as Bookmark[]).map(({ title }) => title)
const listOf = (userId: string, query = '', as: string | undefined = userId) =>
  get(`/bookmarks/user/${userId}${query}`, { as })
const isSaved = async (userId: string, articleId: string) =>
  (await (await get(`/bookmarks/check/${userId}/${articleId}`, { as: userId })).json()).bookmarked

describe('POST /bookmarks', () => {
  test('saves a story; twice is once', async () => {
    const [reader, story] = [await anAuthor(), await aStory()]
    for (const _ of [1, 2]) {
      const response = await save(reader.id, story.id)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ articleId: story.id, userId: reader.id, bookmarked: true })
    }
    const list = (await (await listOf(reader.id)).json()) as Bookmark[]
    expect(list).toEqual([
      expect.objectContaining({ articleId: story.id, slug: story.slug, saved_at: expect.any(String) }),
    ])
  })

  test('saves for another person if an administrator asks', async () => {
    const [reader, admin, story] = [await anAuthor(), await anAdmin(), await aStory()]
    expect((await save(reader.id, story.id, admin.id)).status).toBe(200)
    expect(await isSaved(reader.id, story.id)).toBe(true)
    expect((await save(nobody, story.id, admin.id)).status).toBe(404)
  })

  test('answers 404 to a draft, its author’s too, to a slug and to what is not there', async () => {
    const author = await anAuthor()
    const [draft, story] = [await aStory({ by: author, isDraft: true }), await aStory()]
    for (const id of [draft.id, story.slug, nobody]) expect((await save(author.id, id)).status).toBe(404)
  })

  test('refuses bad input, and names the fields', async () => {
    const response = await send('POST', '/bookmarks', { as: (await anAuthor()).id, body: { articleId: 7 } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      fields: { articleId: expect.any(String), userId: expect.any(String) },
    })
  })

  test('answers 429 beyond 600 in an hour', async () => {
    const [reader, story] = [await anAuthor(), await aStory()]
    for (let count = 0; count < 600; count++) await api().context.limits.take('bookmark', reader.id)
    expect((await save(reader.id, story.id)).status).toBe(429)
  })
})

describe('DELETE /bookmarks/:userId/:articleId', () => {
  test('takes it off; twice changes nothing', async () => {
    const [reader, story] = [await anAuthor(), await aStory()]
    await save(reader.id, story.id)
    for (const _ of [1, 2]) {
      const response = await send('DELETE', `/bookmarks/${reader.id}/${story.id}`, { as: reader.id })
      expect(await response.json()).toEqual({ articleId: story.id, userId: reader.id, bookmarked: false })
    }
    expect(await isSaved(reader.id, story.id)).toBe(false)
  })
})

describe('GET /bookmarks/user/:userId', () => {
  test('shows what is published, and what is published again', async () => {
    const [reader, author] = [await anAuthor(), await anAuthor()]
    const story = await aStory({ by: author, title: 'Comes and goes' })
    await save(reader.id, story.id)
    await unpublishStory(writing(author), story.id)
    expect(await titlesOf(await listOf(reader.id))).toEqual([])
    await updateStory(writing(author), story.id, { isDraft: false })
    expect(await titlesOf(await listOf(reader.id))).toEqual(['Comes and goes'])
  })

  test('goes on page by page in each order', async () => {
    const reader = await anAuthor()
    const titles = ['b', 'Ähre', 'A 😀', 'c', 'a.b.c']
    for (const [index, title] of titles.entries()) {
      const story = await aStory({ title, publishedAt: new Date(Date.UTC(1970, 0, 3 - index)) })
      await save(reader.id, story.id)
    }
    for (const order of ['saved', 'published', 'title']) {
      const whole = await titlesOf(await listOf(reader.id, `?order=${order}`))
      const found: string[] = []
      for (let next: string | undefined = `/bookmarks/user/${reader.id}?order=${order}&limit=2`; next; ) {
        const response = await get(next, { as: reader.id })
        found.push(...(await titlesOf(response)))
        next = response.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
      }
      expect(found).toEqual(whole)
      expect(whole).toHaveLength(5)
    }
    expect(await titlesOf(await listOf(reader.id))).toEqual([...titles].reverse())
    expect(await titlesOf(await listOf(reader.id, '?order=published'))).toEqual(titles)
    expect((await titlesOf(await listOf(reader.id, '?order=title'))).slice(0, 2)).toEqual(['A 😀', 'a.b.c'])
  })

  test('finds by a part of the title, the subtitle or the author’s name, taken as it is', async () => {
    const [reader, author] = [await anAuthor(), await anAuthor({ name: 'Ada Lovelace' })]
    const given = [
      { title: '100% wool' },
      { title: 'Sheep', subTitle: 'The WOOL trade' },
      { title: 'Engines', by: author },
      { title: 'Notes', authorName: 'A_B' },
    ]
    for (const story of given) await save(reader.id, (await aStory(story)).id)
    const find = async (search: string) => titlesOf(await listOf(reader.id, `?search=${encodeURIComponent(search)}`))
    expect(await find('wool')).toEqual(['Sheep', '100% wool'])
    expect(await find('0%')).toEqual(['100% wool'])
    expect(await find(' love ')).toEqual(['Engines'])
    expect(await find('a_')).toEqual(['Notes'])
    expect(await find('\\')).toEqual([])
  })

  test.each(['order=newest', 'limit=0', 'cursor=AAAA', timeTooLate, `search=${'a'.repeat(201)}`])(
    'refuses %s, and names the field',
    async (query) => {
      const response = await listOf((await anAuthor()).id, `?${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { [query.split('=')[0] ?? '']: expect.any(String) } })
    },
  )
})

describe('every call', () => {
  test('answers 404 to anyone else, and to an administrator what there is', async () => {
    const [reader, other, admin, story] = [await anAuthor(), await anAuthor(), await anAdmin(), await aStory()]
    await save(reader.id, story.id)
    const path = `${reader.id}/${story.id}`
    const asked = (as: string) => [
      get(`/bookmarks/check/${path}`, { as }),
      get(`/bookmarks/user/${reader.id}`, { as }),
      save(reader.id, story.id, as),
      send('DELETE', `/bookmarks/${path}`, { as }),
    ]
    for (const response of await Promise.all(asked(other.id))) expect(response.status).toBe(404)
    expect(await isSaved(reader.id, story.id)).toBe(true)
    for (const response of await Promise.all(asked(admin.id))) expect(response.status).toBe(200)
  })

  test('answers 401 without a session', async () => {
    const path = `${nobody}/${nobody}`
    for (const response of await Promise.all([
      get(`/bookmarks/check/${path}`),
      get(`/bookmarks/user/${nobody}`),
      send('POST', '/bookmarks', { body: { userId: nobody, articleId: nobody } }),
      send('DELETE', `/bookmarks/${path}`),
    ])) {
      expect(response.status).toBe(401)
    }
  })
})
