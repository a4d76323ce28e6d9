import { randomUUID } from 'node:crypto'
import { addUser } from '#accounts/users.ts'
import type { Figures, TopStory } from '#contract/dashboard.ts'
import { transaction } from '#platform/db/transaction.ts'
import { deleteStory, unpublishStory } from '#stories/write/withdraw-story.ts'
import { dayMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory, writing } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'

withApi()

const report = (reads: object[], day?: string) =>
  send('POST', '/contents/reads', { body: { batch: randomUUID(), ...(day && { day }), reads } })
const dayAgo = (days: number) => new Date(api().context.now().getTime() - days * dayMs).toISOString().slice(0, 10)
const figures = async (as: string, query = ''): Promise<Figures> =>
  (await get(`/dashboard/figures${query}`, { as })).json()
const topStories = async (as: string, query = ''): Promise<TopStory[]> =>
  (await get(`/dashboard/top-stories${query}`, { as })).json()
const confirm = (email: string) =>
  api().pool.query(
    `update subscriptions set confirmed_at = $2 where subscriber_id = (select id from subscribers where email = $1)`,
    [email, api().context.now()],
  )

async function signUpAt(at: string): Promise<void> {
  const context = { ...api().context, now: () => new Date(at) }
  const person = { name: 'Ada', email: `${randomUUID()}@example.com`, role: 'user' as const }
  await transaction(context.db, (tx) => addUser(context, tx, person))
}

describe('GET /dashboard/figures', () => {
  test('answers every day, also those without events, and the sums of as many days before', async () => {
    const { slug } = await aStory()
    await report([{ slug, reads: 4, crawler_reads: 1 }])
    await report([{ slug, reads: 2, crawler_reads: 0 }], dayAgo(3))
    await report([{ slug, reads: 9, crawler_reads: 5 }], dayAgo(7))
    const { id: as } = await anAdmin()
    const { days, before } = await figures(as, '?days=7')
    expect(days.map(({ day }) => day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(dayAgo))
    expect(days.map(({ reads }) => reads)).toEqual([0, 0, 0, 2, 0, 0, 4])
    expect(days.at(-1)).toEqual({
      ...{ day: dayAgo(0), sign_ups: 2, confirmed_subscribers: 0, reads: 4, crawler_reads: 1 },
    })
    expect(before).toEqual({ sign_ups: 0, confirmed_subscribers: 0, reads: 9, crawler_reads: 5 })
  })

  test('counts an account on its day in UTC, also after it was deleted', async () => {
    const { id: as } = await anAdmin()
    await signUpAt(`${dayAgo(2)}T23:59:59.999Z`)
    await signUpAt(`${dayAgo(1)}T00:00:00.000Z`)
    await signUpAt(`${dayAgo(1)}T23:59:59.999Z`)
    const expected = [0, 0, 0, 0, 1, 2, 1]
    expect((await figures(as, '?days=7')).days.map((day) => day.sign_ups)).toEqual(expected)
    await api().pool.query('delete from users where id <> $1', [as])
    expect((await figures(as, '?days=7')).days.map((day) => day.sign_ups)).toEqual(expected)
  })

  test('counts an address when it confirms, and again when it confirms after unsubscribing', async () => {
    const { id: as } = await anAdmin()
    const email = 'reader@example.com'
    const newest = async () => (await figures(as, '?days=7')).days.map((day) => day.confirmed_subscribers)
    await subscribe({ email, category: 'books' })
    await subscribe({ email, category: 'fiction' })
    expect(await newest()).toEqual([0, 0, 0, 0, 0, 0, 0])
    await confirm(email)
    expect(await newest()).toEqual([0, 0, 0, 0, 0, 0, 1])
    await api().pool.query("update subscriptions set ended_at = now() where category = 'books'")
    await api().pool.query("update subscriptions set ended_at = null where category = 'books'")
    expect(await newest()).toEqual([0, 0, 0, 0, 0, 0, 1])
    await api().pool.query('update subscriptions set ended_at = now()')
    passTime(2 * dayMs)
    await api().pool.query('update subscriptions set ended_at = null, confirmed_at = null')
    await confirm(email)
    expect(await newest()).toEqual([0, 0, 0, 0, 1, 0, 1])
  })

  test('says by how much each total has changed, those who left included', async () => {
    const { id: as } = await anAdmin()
    const changes = async () => (await figures(as, '?days=7')).changes
    expect(await changes()).toEqual({ users: 1, subscribers: 0, confirmed_subscribers: 0 })
    for (const name of ['one', 'two']) await subscribe({ email: `${name}@example.com`, category: 'books' })
    await confirm('one@example.com')
    await confirm('two@example.com')
    expect(await changes()).toEqual({ users: 1, subscribers: 2, confirmed_subscribers: 2 })
    await api().pool.query(
      'update subscriptions set ended_at = now() where subscriber_id in (select id from subscribers where email = $1)',
      ['one@example.com'],
    )
    expect(await changes()).toEqual({ users: 1, subscribers: 1, confirmed_subscribers: 1 })
    await api().pool.query('delete from subscribers')
    expect(await changes()).toEqual({ users: 1, subscribers: 0, confirmed_subscribers: 0 })
  })

  test('counts bulk inserts and many single ones in few rows', async () => {
    const { id: as } = await anAdmin()
    await api().pool.query(
      `insert into users (id, name, email, created_at, updated_at)
       select gen_random_uuid(), 'One', n || '@example.com', now(), now() from generate_series(1, 3000) as n`,
    )
    for (let count = 0; count < 210; count++) await signUpAt(api().context.now().toISOString())
    expect((await figures(as)).days.at(-1)?.sign_ups).toBe(3_211)
    expect((await api().pool.query('select from kept_day_changes')).rowCount).toBeLessThan(110)
  })

  test('resets only the count of accounts when that table is truncated', async () => {
    await aStory()
    await api().pool.query('truncate users cascade')
    expect((await figures((await anAdmin()).id)).days.at(-1)?.sign_ups).toBe(1)
  })

  test.each([7, 30, 90, 364])('answers %d days', async (days) => {
    const { days: shown } = await figures((await anAdmin()).id, `?days=${days}`)
    expect([shown.length, shown[0]?.day]).toEqual([days, dayAgo(days - 1)])
  })
})

describe('GET /dashboard/top-stories', () => {
  test('answers the ten most read stories, with their authors and the reads by crawlers', async () => {
    const by = await anAuthor({ name: 'Ada' })
    const stories = []
    for (let count = 0; count < 12; count++) stories.push(await aStory({ by, title: `Story ${count}` }))
    await report(stories.map(({ slug }, reads) => ({ slug, reads, crawler_reads: 100 })))
    await report([{ slug: stories[3]?.slug, reads: 50, crawler_reads: 1 }], dayAgo(3))
    const top = await topStories((await anAdmin()).id, '?days=7')
    expect(top.map(({ title }) => title)).toEqual([3, 11, 10, 9, 8, 7, 6, 5, 4, 2].map((count) => `Story ${count}`))
    expect(top[0]).toEqual({
      ...{ slug: stories[3]?.slug, title: 'Story 3', author_name: 'Ada', author_uuid: by.id },
      ...{ reads: 53, crawler_reads: 101 },
    })
  })

  test('omits deleted and unpublished stories, and those that only crawlers read', async () => {
    const by = await anAuthor()
    const [deleted, crawled, read] = [await aStory({ by }), await aStory(), await aStory()]
    const unpublished = await aStory({ by, title: 'Taken back' })
    await report([
      { slug: unpublished.slug, reads: 4, crawler_reads: 0 },
      { slug: deleted.slug, reads: 3, crawler_reads: 0 },
      { slug: crawled.slug, reads: 0, crawler_reads: 9 },
      { slug: read.slug, reads: 1, crawler_reads: 0 },
    ])
    await deleteStory(writing(by), deleted.id)
    await unpublishStory(writing(by), unpublished.id)
    expect((await topStories((await anAdmin()).id)).map(({ slug }) => slug)).toEqual([read.slug])
  })

  test('takes the author’s name from the story if the account was deleted', async () => {
    const { id, slug } = await aStory()
    await report([{ slug, reads: 1, crawler_reads: 0 }])
    await api().pool.query("update contents set author_id = null, author_name = 'Somebody' where id = $1", [id])
    expect(await topStories((await anAdmin()).id)).toEqual([
      expect.objectContaining({ author_name: 'Somebody', author_uuid: null }),
    ])
  })
})

describe.each(['/dashboard/figures', '/dashboard/top-stories'])('GET %s', (path) => {
  test.each(['?days=31', '?days=many', '?days=-7'])('answers 400 to %s and names the field', async (query) => {
    const answer = await get(path + query, { as: (await anAdmin()).id })
    expect([answer.status, (await answer.json()).fields]).toEqual([400, { days: 'Choose 7, 30, 90 or 364 days.' }])
  })

  test('answers 401 without a session and 403 to others', async () => {
    expect((await get(path)).status).toBe(401)
    expect((await get(path, { as: (await anAuthor()).id })).status).toBe(403)
  })
})
