import type pg from 'pg'
import { api, withApi } from '#testing/api.ts'
import { aStory } from '#testing/factories.ts'
import { readCount } from './counters.ts'

withApi()

/** Two transactions that are both open when the first is committed. */
async function sideBySide(run: (one: pg.PoolClient, other: pg.PoolClient) => Promise<void>): Promise<void> {
  const clients = [await api().pool.connect(), await api().pool.connect()] as const
  try {
    for (const client of clients) await client.query("begin; set local lock_timeout = '2s'")
    await run(...clients)
    for (const client of clients) await client.query('commit')
  } finally {
    for (const client of clients) client.release(true)
  }
}

test('two writes that count do not wait for each other, even if both put the rows together', async () => {
  const stories = [await aStory(), await aStory()]
  const flip = async (client: pg.PoolClient, place: number) => {
    for (let count = 0; count < 101; count++) {
      await client.query('update contents set is_draft = not is_draft where id = $1', [stories[place]?.id])
    }
  }
  await sideBySide(async (one, other) => {
    await flip(one, 0)
    await flip(other, 1)
    await flip(one, 0)
    await flip(other, 1)
    await flip(one, 0)
  })
  expect(await readCount(api().context.db, 'published_stories')).toBe(1)
})

test('two transactions that each end one of the last two subscriptions leave no subscriber', async () => {
  const { pool, context } = api()
  await pool.query(`
    with reader as (
      insert into subscribers (id, email, created_at) values (gen_random_uuid(), 'reader@example.com', now()) returning id)
    insert into subscriptions (id, uuid, subscriber_id, category, frequency, asked_at, created_at)
    select gen_random_uuid(), gen_random_uuid(), id, category, 'daily', now(), now()
    from reader, unnest(array['books', 'fiction']) as category`)
  expect(await readCount(context.db, 'subscribers')).toBe(1)
  const end = 'update subscriptions set ended_at = now() where category = $1'
  const ended: Promise<unknown>[] = []
  await sideBySide(async (one, other) => {
    await one.query(end, ['books'])
    ended.push(other.query(end, ['fiction']))
    await untilOneWaits()
    await one.query('commit')
    await Promise.all(ended)
  })
  expect(await readCount(context.db, 'subscribers')).toBe(0)
})

async function untilOneWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await api().pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rowCount) return
  }
}
