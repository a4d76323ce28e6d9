import { updateStory } from '#stories/write/edit-story.ts'
import { deleteStory, unpublishStory } from '#stories/write/withdraw-story.ts'
import { api, send, withApi } from '#testing/api.ts'
import { anAuthor, aStory, writing } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { Problem } from '../problem.ts'
import { type Counted, readCount } from './counters.ts'
import { transaction } from './transaction.ts'

withApi()

const kept = (counted: Counted) => readCount(api().context.db, counted)

/** The counts from reading every row. */
const there: Record<Counted, string> = {
  published_stories: 'contents where not is_draft and deleted_at is null',
  users: 'users',
  subscribers: 'subscribers where id in (select subscriber_id from subscriptions where ended_at is null)',
  confirmed_subscribers: `subscribers where id in
    (select subscriber_id from subscriptions where ended_at is null and confirmed_at is not null)`,
}

async function expectTrueCounts(expected: Partial<Record<Counted, number>> = {}): Promise<void> {
  for (const counted of Object.keys(there) as Counted[]) {
    const { rows } = await api().pool.query<{ count: number }>(`select count(*)::int as count from ${there[counted]}`)
    expect({ [counted]: await kept(counted) }).toEqual({ [counted]: rows[0]?.count })
  }
  for (const [counted, count] of Object.entries(expected)) expect(await kept(counted as Counted)).toBe(count)
}

test('a published story counts until it is a draft again or deleted, and again when it is back', async () => {
  const by = await anAuthor()
  const { id } = await aStory({ by, isDraft: true })
  await expectTrueCounts({ published_stories: 0 })
  const steps: [() => Promise<unknown>, number][] = [
    [() => updateStory(writing(by), id, { isDraft: false }), 1],
    [() => updateStory(writing(by), id, { category: 'books' }), 1],
    [() => unpublishStory(writing(by), id), 0],
    [() => updateStory(writing(by), id, { isDraft: false }), 1],
    [() => deleteStory(writing(by), id), 0],
    [() => api().pool.query('update contents set deleted_at = null'), 1],
    [() => api().pool.query('delete from contents'), 0],
  ]
  for (const [step, count] of steps) {
    await step()
    await expectTrueCounts({ published_stories: count })
  }
})

test('an address counts while it has a subscription that is not ended, and for confirmed while one is confirmed', async () => {
  const email = 'reader@example.com'
  for (const category of ['books', 'fiction'])
    await send('POST', '/newsletters/subscribe', { body: { email, category } })
  await expectTrueCounts({ subscribers: 1, confirmed_subscribers: 0 })
  const steps: [string, number, number][] = [
    ["update subscriptions set confirmed_at = now() where category = 'books'", 1, 1],
    ["update subscriptions set ended_at = now() where category = 'books'", 1, 0],
    ["delete from subscriptions where category = 'fiction'", 0, 0],
    ["update subscriptions set ended_at = null where category = 'books'", 1, 1],
    ['delete from subscribers', 0, 0],
  ]
  for (const [sql, subscribers, confirmed_subscribers] of steps) {
    await api().pool.query(sql)
    await expectTrueCounts({ subscribers, confirmed_subscribers })
  }
})

test('does not count rolled-back rows, even if the transaction merged counter rows', async () => {
  const by = await anAuthor()
  await aStory({ by })
  const undone = transaction(api().context.db, async (tx) => {
    for (let count = 0; count < 60; count++) {
      for (const isDraft of [true, false]) await tx.execute(`update contents set is_draft = ${isDraft}`)
    }
    await tx.execute('delete from contents')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await expectTrueCounts({ published_stories: 1, users: 1 })
})

test('counts add up when stories and subscriptions come and go in parallel', async () => {
  const { pool } = api()
  const by = await anAuthor()
  const stories = await Promise.all(Array.from({ length: 6 }, () => aStory({ by })))
  const email = (index: number) => `reader-${index % 3}@example.com`
  const ask = (index: number) => subscribe({ email: email(index), category: index % 2 ? 'books' : 'fiction' })
  const story = (index: number) => stories[index % stories.length]?.id ?? ''
  const passOver = (fault: unknown) => {
    if (!(fault instanceof Problem)) throw fault
  }
  const writes: ((index: number) => Promise<unknown>)[] = [
    (index) =>
      (index % 4 > 1
        ? unpublishStory(writing(by), story(index))
        : updateStory(writing(by), story(index), { isDraft: false })
      ).catch(passOver),
    (index) => updateStory(writing(by), story(index), { category: index % 4 ? 'books' : 'fiction' }).catch(passOver),
    (index) => deleteStory(writing(by), story(index)).catch(passOver),
    (index) => pool.query('update contents set deleted_at = null where id = $1', [story(index + 1)]),
    () => aStory({ by }),
    ask,
    () => pool.query("update subscriptions set confirmed_at = now() where category = 'books'"),
    (index) =>
      pool.query('update subscriptions set ended_at = case when ended_at is null then now() end where category = $1', [
        index % 2 ? 'books' : 'fiction',
      ]),
    () => anAuthor(),
  ]
  for (let index = 0; index < 3; index++) await ask(index)
  for (let round = 0; round < 12; round++) {
    await Promise.all(writes.map((write, place) => write(round + place)))
    await expectTrueCounts()
  }
})

test('many changes leave few rows to add up', async () => {
  await aStory()
  for (let count = 0; count < 250; count++) {
    await api().pool.query('update contents set is_draft = not is_draft')
  }
  const { rowCount } = await api().pool.query('select from kept_counts')
  expect(rowCount).toBeLessThan(110)
  await expectTrueCounts({ published_stories: 1 })
})

test('a count is read from its own rows, however many pages other rows have left empty', async () => {
  await aStory()
  // The last row stays, so that no page before it can be given back.
  await api().pool.query(`
    insert into kept_counts (counted, change) select 'users', 0 from generate_series(1, 20000);
    delete from kept_counts where counted = 'users' and change = 0 and id < (select max(id) from kept_counts)`)
  await api().pool.query('vacuum analyze kept_counts')
  const { rows } = await api().pool.query<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
    "explain (analyze, buffers, format json) select sum(change) from kept_counts where counted = 'published_stories'",
  )
  expect(rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(10)
})

test('an emptied table counts nothing', async () => {
  await aStory()
  await api().pool.query('truncate contents cascade')
  await expectTrueCounts({ published_stories: 0, users: 1 })
})
