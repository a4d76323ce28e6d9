import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { listParts } from '#stories/sitemap/sitemap.ts'
import { api, withApi } from '#testing/api.ts'
import type { Db } from './client.ts'
import { type Counted, readCount } from './counters.ts'

withApi()

const folder = path.join(import.meta.dirname, 'migrations')
const files = readdirSync(folder).sort()

/** A connection to tables of its own, in a schema that goes again. */
async function inOwnSchema(run: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await api().pool.connect()
  try {
    await client.query('create schema older; set search_path to older, public')
    await run(client)
  } finally {
    await client.query('drop schema older cascade')
    client.release(true)
  }
}

test('the migration of an older database fills the counters and the parts of the sitemap', async () => {
  await inOwnSchema(async (client) => {
    const apply = async (from: string, until: string) => {
      for (const file of files.filter((name) => name >= from && name < until)) {
        await client.query(readFileSync(path.join(folder, file), 'utf8'))
      }
    }
    await apply('0001', '0006')
    await client.query(`
      insert into users (id, name, email, created_at, updated_at)
        select gen_random_uuid(), 'Writer', n || '@example.com', now(), now() from generate_series(1, 3) as n;
      insert into contents (id, slug, title, content, content_text, category, is_draft, published_at, created_at, updated_at,
                            deleted_at)
        select gen_random_uuid(), n, 'A story', '', '', 'fiction', n > 20300, moment, moment, moment,
               case when n > 20200 then moment end
        from (select n, timestamptz '2020-01-01' + n * interval '1 minute' as moment
              from generate_series(1, 20400) as n) as numbered;
      insert into subscribers (id, email, created_at)
        select gen_random_uuid(), n || '@example.com', now() from generate_series(1, 4) as n;
      insert into subscriptions (id, uuid, subscriber_id, category, frequency, asked_at, confirmed_at, ended_at, created_at)
        select gen_random_uuid(), gen_random_uuid(), id, category, 'daily', now(),
               case when email < '3' then now() end, case when email < '2' then now() end, now()
        from subscribers cross join unnest(array['books', 'fiction']) as category where email < '4'`)
    await apply('0006', '9999')

    const db = drizzle(client) as Db
    const count = (counted: Counted) => readCount(db, counted)
    expect(await count('published_stories')).toBe(20_200)
    expect(await count('users')).toBe(3)
    expect(await count('subscribers')).toBe(2)
    expect(await count('confirmed_subscribers')).toBe(1)
    const { parts, isBehind } = await listParts(db)
    expect(isBehind).toBe(false)
    expect(parts.map(({ stories }) => stories)).toEqual([10_000, 10_000, 200])
    expect(parts.map(({ until }) => until?.at)).toEqual([
      new Date(Date.UTC(2020, 0, 1, 0, 10_000)),
      new Date(Date.UTC(2020, 0, 1, 0, 20_000)),
      undefined,
    ])
    expect(parts[1]?.lastmod).toEqual(parts[1]?.until?.at)
  })
})
