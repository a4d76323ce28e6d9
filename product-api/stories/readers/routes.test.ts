import { randomUUID } from 'node:crypto'
import type { OwnStory, PublicationReaders, StoryReaders, WeekOfReaders } from '#contract/readers.ts'
import type { ReportedReads } from '#contract/reads.ts'
import { dayMs, hourMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aPublication, aStory, writing } from '#testing/factories.ts'
import { aSubscriber } from '#testing/newsletters.ts'
import { deleteStory } from '../write/withdraw-story.ts'

withApi()

type Told = ReportedReads['reads'][number]
const report = (reads: Partial<Told>[], daysAgo = 0) => {
  const each = reads.map((of) => ({ slug: '', reads: 0, crawler_reads: 0, ...of }))
  return send('POST', '/contents/reads', { body: { batch: randomUUID(), day: dayAgo(daysAgo), reads: each } })
}
const dayAgo = (days: number) => new Date(api().context.now().getTime() - days * dayMs).toISOString().slice(0, 10)
const json = async <T>(path: string, as: string): Promise<T> => (await get(path, { as })).json()
const ownStories = (as: string, query = '') => json<OwnStory[]>(`/readers/stories${query}`, as)
const readersOf = (as: string, id: string, query = '?days=7') =>
  json<StoryReaders>(`/readers/stories/${id}${query}`, as)
const nothing = { reads: 0, began: 0, finished: 0, subscribed: 0, heard_minutes: 0 }
const emailed = (contentId: string, sent: number, { kind = 'story', env = 'prod' } = {}) =>
  api().pool.query(
    `insert into sends (id, kind, env, period, content_id, key, state, mark, secret, created_at, sent)
     values (gen_random_uuid(), $1, $2, 'now', $3, gen_random_uuid()::text, 'done', left(gen_random_uuid()::text, 8), '', '2026-11-20T08:00:00Z', $4)`,
    [kind, env, contentId, sent],
  )
const hold = (contentId: string) =>
  api().pool.query(
    `insert into story_mailings (content_id, category, state, created_at) values ($1, 'fiction', 'held', now())`,
    [contentId],
  )

describe('GET /readers/stories', () => {
  test('lists my stories in every state, the last written first, with what readers made of them', async () => {
    const by = await anAuthor()
    const publishAt = new Date(api().context.now().getTime() + hourMs)
    const [published, held] = [await aStory({ by }), await aStory({ by })]
    await aStory({ by, isDraft: true })
    await aStory({ by, isDraft: true, publishAt })
    await deleteStory(writing(by), (await aStory({ by })).id)
    await aStory()
    await hold(held.id)
    await emailed(published.id, 12)
    await emailed(published.id, 3, { env: 'test' })
    await report([{ slug: published.slug, reads: 5, began: 4, finished: 3 }])
    await report([{ slug: published.slug, reads: 2, began: 9, finished: 9 }], 6)
    await api().pool.query('update story_reads set day = day - 1 where reads = 2')
    const rows = await ownStories(by.id)
    expect(rows.map(({ state }) => state)).toEqual(['planned', 'draft', 'held', 'published'])
    expect(rows[0]).toMatchObject({ publish_at: publishAt.toISOString(), reads_30: 0, days: Array(30).fill(0) })
    expect(rows[3]).toMatchObject({
      ...{ slug: published.slug, reads_7: 5, reads_30: 7, finished_30: 5, subscribed_30: 0, emails: 12 },
      days: [...Array(22).fill(0), 2, ...Array(6).fill(0), 5],
    })
  })

  test.each([
    ['updated', ['gamma', 'Beta', 'alpha']],
    ['published', ['gamma', 'Beta', 'alpha']],
    ['reads', ['Beta', 'gamma', 'alpha']],
    ['title', ['alpha', 'Beta', 'gamma']],
  ])('is sorted by %s, page by page', async (sort, titles) => {
    const by = await anAuthor()
    for (const title of ['alpha', 'Beta', 'gamma']) {
      const { slug } = await aStory({ by, title })
      await report([{ slug, reads: title === 'Beta' ? 9 : title === 'gamma' ? 4 : 0 }])
      passTime(hourMs)
    }
    const found: string[] = []
    for (let path: string | undefined = `/readers/stories?sort=${sort}&limit=1`; path; ) {
      const answer: Response = await get(path, { as: by.id })
      found.push(...((await answer.json()) as OwnStory[]).map(({ title }) => title))
      path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(found).toEqual(titles)
  })

  test('comes to its end with stories of one title, one moment and no reads', async () => {
    const by = await anAuthor()
    for (let left = 5; left > 0; left--) await aStory({ by, title: 'The same', isDraft: true })
    for (const sort of ['updated', 'published', 'reads', 'title']) {
      const slugs = new Set<string>()
      for (let path: string | undefined = `/readers/stories?sort=${sort}&limit=2`; path; ) {
        const answer: Response = await get(path, { as: by.id })
        for (const { slug } of (await answer.json()) as OwnStory[]) slugs.add(slug)
        path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      expect([sort, slugs.size]).toEqual([sort, 5])
    }
  })

  test('finds words of the title, and one state', async () => {
    const by = await anAuthor()
    await aStory({ by, title: 'The lamp and the sea' })
    const waiting = await aStory({ by, title: 'A sea of 100% glass' })
    await hold(waiting.id)
    await aStory({ by, title: 'The lamp', isDraft: true })
    const titles = async (query: string) => (await ownStories(by.id, query)).map(({ title }) => title).sort()
    expect(await titles('?search=LAMP%20sea')).toEqual(['The lamp and the sea'])
    expect(await titles('?search=100%25')).toEqual(['A sea of 100% glass'])
    expect(await titles('?search=%25')).toEqual([])
    expect(await titles('?search=lamp&state=draft')).toEqual(['The lamp'])
    expect(await titles('?state=published')).toEqual(['A sea of 100% glass', 'The lamp and the sea'])
    expect(await titles('?state=held')).toEqual(['A sea of 100% glass'])
    expect(await titles('?state=planned')).toEqual([])
  })

  test.each([
    ['sort', '?sort=length'],
    ['state', '?state=deleted'],
    ['limit', '?limit=101'],
    ['search', `?search=${'a'.repeat(8_000)}`],
    ['cursor', '?cursor=abc'],
    ['cursor', `?sort=reads&cursor=${Buffer.from(`title.${randomUUID()}.a`).toString('base64url')}`],
    ['cursor', `?sort=title&cursor=${Buffer.from(`title.${randomUUID()}.a\0`).toString('base64url')}`],
    ['cursor', `?sort=updated&cursor=${Buffer.from(`updated.${randomUUID()}.never`).toString('base64url')}`],
    ['cursor', `?sort=reads&cursor=${Buffer.from(`reads.${randomUUID()}.-1`).toString('base64url')}`],
  ])('answers 400 and names %s', async (field, query) => {
    const answer = await get(`/readers/stories${query}`, { as: (await anAuthor()).id })
    expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, [field]])
  })

  test('answers 401 without a session', async () => {
    expect((await get('/readers/stories')).status).toBe(401)
  })
})

describe('GET /readers/stories/:id', () => {
  test('answers every day, the oldest first, and the sums of as many days before', async () => {
    const by = await anAuthor()
    const { id, slug } = await aStory({ by, title: 'Lamps' })
    await report([{ slug, reads: 5, crawler_reads: 7, began: 4, finished: 2 }])
    await report([{ slug, reads: 1, began: 1 }], 6)
    await report([{ slug, reads: 3 }], 7)
    await emailed(id, 0)
    await emailed(id, 8)
    const answer = await readersOf(by.id, slug)
    expect(answer.days.map(({ day }) => day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(dayAgo))
    expect(answer.days[0]).toEqual({ day: dayAgo(6), ...nothing, reads: 1, began: 1 })
    expect(answer.days[1]).toEqual({ day: dayAgo(5), ...nothing })
    expect(answer.days[6]).toEqual({ day: dayAgo(0), ...nothing, reads: 5, began: 4, finished: 2 })
    expect(answer.before).toEqual({ ...nothing, reads: 3 })
    expect(answer.story).toEqual({ _id: id, slug, title: 'Lamps', published_at: expect.any(String) })
    expect(answer.emails).toEqual({ sent: 8, sent_at: '2026-11-20T08:00:00.000Z' })
    expect(await readersOf(by.id, id)).toEqual(answer)
    expect((await readersOf(by.id, id, '')).days).toHaveLength(30)
    expect((await readersOf(by.id, id, '?days=364')).days).toHaveLength(364)
  })

  test('never says that more people began than read, or finished than began', async () => {
    const by = await anAuthor()
    const { slug } = await aStory({ by })
    await report([{ slug, reads: 2, began: 5, finished: 9 }])
    await report([{ slug, reads: 0, began: 3, finished: 3 }], 1)
    const { days } = await readersOf(by.id, slug)
    expect(days.slice(-2)).toEqual([
      { day: dayAgo(1), ...nothing },
      { day: dayAgo(0), ...nothing, reads: 2, began: 2, finished: 2 },
    ])
  })

  test('says where readers came from, the most first; hosts with one or two, and what is unknown, are others', async () => {
    const by = await anAuthor()
    const { slug } = await aStory({ by })
    const from = (counts: Record<string, number>) =>
      Object.entries(counts).map(([source, reads]) => ({ source, reads }))
    await report([
      { slug, reads: 20, from: from({ newsletter: 2, direct: 4, 'news.example': 2, 'rare.example': 2, others: 1 }) },
    ])
    await report([{ slug, reads: 7, from: from({ 'news.example': 3, direct: 4 }) }], 1)
    await report([{ slug, reads: 50, from: from({ 'old.example': 50 }) }], 7)
    expect((await readersOf(by.id, slug)).from).toEqual([
      { source: 'direct', reads: 8 },
      { source: 'news.example', reads: 5 },
      { source: 'newsletter', reads: 2 },
      { source: 'others', reads: 12 },
    ])
  })

  test('shows an administrator any story, and its author a draft', async () => {
    const [by, admin] = [await anAuthor(), await anAdmin()]
    const [draft, story] = [await aStory({ by, isDraft: true }), await aStory({ by })]
    expect((await readersOf(by.id, draft.slug)).story).toMatchObject({ _id: draft.id, published_at: null })
    expect((await readersOf(admin.id, story.slug)).story).toMatchObject({ _id: story.id })
  })

  test('answers 403 to another writer, 404 to a draft of theirs, to a deleted story and to none', async () => {
    const [by, other] = [await anAuthor(), await anAuthor()]
    const [story, draft, gone] = [await aStory({ by }), await aStory({ by, isDraft: true }), await aStory({ by })]
    await deleteStory(writing(by), gone.id)
    for (const rest of ['', '/csv']) {
      const status = async (slug: string, as: string) => (await get(`/readers/stories/${slug}${rest}`, { as })).status
      expect(await status(story.slug, other.id)).toBe(403)
      expect(await status(draft.slug, other.id)).toBe(404)
      expect(await status(gone.slug, by.id)).toBe(404)
      expect(await status('no-such-story', by.id)).toBe(404)
      expect((await get(`/readers/stories/${story.slug}${rest}`)).status).toBe(401)
    }
    const refusal = await (await get(`/readers/stories/${story.slug}`, { as: other.id })).json()
    expect(refusal.detail).toBe('Only the author can see who reads this story.')
  })

  test.each([
    ['days', 'a-story?days=8'],
    ['days', 'a-story/csv?days=many'],
    ['id', `${'a'.repeat(8_000)}`],
  ])('answers 400 and names %s', async (field, path) => {
    const answer = await get(`/readers/stories/${path}`, { as: (await anAuthor()).id })
    expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, [field]])
  })
})

describe('GET /readers/stories/:id/csv', () => {
  test('is a file with a line for each day: its figures, and the sources that are named', async () => {
    const by = await anAuthor()
    const { slug } = await aStory({ by })
    const told = { slug, reads: 6, began: 3, finished: 1, from: [{ source: 'news.example', reads: 4 }] }
    await report([told])
    const answer = await get(`/readers/stories/${slug}/csv?days=7`, { as: by.id })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="readers-${slug}-${dayAgo(0)}.csv"`)
    const lines = (await answer.text()).split('\r\n')
    expect([lines.length, lines[0], lines[1], lines[7], lines[8]]).toEqual([
      9,
      'day,reads,began,finished,subscribed,heard_minutes,from news.example,from others',
      `${dayAgo(6)},0,0,0,0,0,0,0`,
      `${dayAgo(0)},6,3,1,0,0,4,2`,
      '',
    ])
  })

  test('has a file name that fits into a header, whatever the slug', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by })
    await api().pool.query(`update contents set slug = 'étoile"x' where id = $1`, [id])
    const answer = await get(`/readers/stories/${id}/csv`, { as: by.id })
    expect(answer.headers.get('content-disposition')).toContain('filename="readers--toile-x-')
  })
})

describe('GET /readers/publications/:publication', () => {
  test('sums up its published stories, and lists the ten most read ones', async () => {
    const by = await anAuthor()
    const { id: publicationId, slug, name } = await aPublication({ by })
    const stories = []
    for (let reads = 1; reads <= 11; reads++) {
      const story = await aStory({ by, publicationId })
      stories.push(story)
      await report([{ slug: story.slug, reads, began: 1, from: [{ source: 'feed', reads: 1 }] }])
    }
    const draft = await aStory({ by, publicationId, isDraft: true })
    await report([{ slug: draft.slug, reads: 90 }])
    await report([{ slug: (await aStory({ by })).slug, reads: 90 }])
    const answer = await json<PublicationReaders>(`/readers/publications/${slug}?days=7`, by.id)
    expect(answer.publication).toEqual({ slug, name })
    expect(answer.days.at(-1)).toEqual({ day: dayAgo(0), ...nothing, reads: 66, began: 11 })
    expect(answer.from).toEqual([
      { source: 'feed', reads: 11 },
      { source: 'others', reads: 55 },
    ])
    expect(answer.stories.map(({ reads }) => reads)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(answer.stories[0]).toMatchObject({ _id: stories[10]?.id, slug: stories[10]?.slug })
    const csv = await (await get(`/readers/publications/${slug}/csv?days=7`, { as: by.id })).text()
    expect(csv).toContain(`${dayAgo(0)},66,11,0,0,0,11,55\r\n`)
  })

  test('is for its owner and administrators', async () => {
    const by = await anAuthor()
    const { slug } = await aPublication({ by })
    for (const rest of ['', '/csv']) {
      const path = `/readers/publications/${slug}${rest}`
      expect((await get(path, { as: (await anAdmin()).id })).status).toBe(200)
      expect((await get(path, { as: (await anAuthor()).id })).status).toBe(403)
      expect((await get(path)).status).toBe(401)
      expect((await get(`/readers/publications/none${rest}`, { as: by.id })).status).toBe(404)
      expect((await get(`${path}?days=3`, { as: by.id })).status).toBe(400)
    }
  })
})

describe('GET /readers/week', () => {
  test('counts the reads of all my stories, and who began to follow me', async () => {
    const by = await anAuthor()
    const [one, two] = [await aStory({ by }), await aStory({ by })]
    await report([{ slug: one.slug, reads: 3 }])
    await report([{ slug: two.slug, reads: 4 }], 6)
    await report([{ slug: two.slug, reads: 5 }], 7)
    await report([{ slug: (await aStory()).slug, reads: 50 }])
    for (let left = 3; left > 0; left--) await aSubscriber({ following_author: by.id, frequency: 'published' })
    await api().pool.query(
      `update subscriptions set confirmed_at = now() - interval '9 days' where id in (select id from subscriptions limit 1)`,
    )
    const week = await json<WeekOfReaders>('/readers/week', by.id)
    expect(week).toEqual({ reads: 7, reads_before: 5, new_followers: 2, followers: 3 })
  })

  test('is zeros for someone who has written nothing, and 401 without a session', async () => {
    const week = await json<WeekOfReaders>('/readers/week', (await anAuthor()).id)
    expect(week).toEqual({ reads: 0, reads_before: 0, new_followers: 0, followers: 0 })
    expect((await get('/readers/week')).status).toBe(401)
  })
})
