import { openDatabase } from '#product-api/platform/db/client.ts'
import { moveReadWindows } from '#product-api/stories/read-counts/read-counts.ts'
import type { NewStore } from './native-server.ts'

type Sizes = { people: number; stories: number; readDays: number }

/**
 * Writes accounts that signed up over two years, as many confirmed subscribers, and stories that were read on `readDays`
 * days each, with what triggers would have counted. @returns how long the change of the day takes with them, in milliseconds.
 */
export async function seedDashboard({ dataDir, databaseUrl }: NewStore, sizes: Sizes): Promise<number> {
  const database = await openDatabase(
    { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    {
      statementTimeoutMs: 30 * 60_000,
      onCrash: (reason) => {
        throw reason
      },
    },
  )
  const run = (sql: string, values: unknown[] = []) => database.pool.query(sql, values)
  try {
    // The statement's triggers count all of its rows at once.
    await run(
      `insert into users (id, name, email, created_at, updated_at)
       select gen_random_uuid(), 'Person ' || n, 'p' || n || '@y.test', at, at
       from generate_series(1, $1::int) as n, lateral (select now() - n % 728 * interval '1 day' as at) as signed_up`,
      [sizes.people],
    )
    await run(
      `insert into subscribers (id, email, created_at, welcomed_at)
       select gen_random_uuid(), 's' || n || '@y.test', at, at
       from generate_series(1, $1::int) as n, lateral (select now() - n % 728 * interval '1 day' as at) as asked`,
      [sizes.people],
    )
    await run(
      `insert into subscriptions (id, uuid, subscriber_id, category, frequency, asked_at, confirmed_at, created_at)
       select gen_random_uuid(), gen_random_uuid(), id, 'books', 'weekly', created_at, created_at, created_at
       from subscribers`,
    )
    await run(
      `with made as (
         insert into contents (id, slug, title, content, content_text, category, author_id, is_draft, published_at,
           created_at, updated_at)
         select gen_random_uuid(), 'read-' || n, 'Read story ' || n, '<p>Read.</p>', 'Read.', 'books',
           (select id from users limit 1), false, now(), now(), now()
         from generate_series(1, $1::int) as n returning id, slug, created_at)
       insert into content_slugs (slug, content_id, created_at) select slug, id, created_at from made`,
      [sizes.stories],
    )
    await run(
      `insert into story_reads (content_id, day, reads, crawler_reads)
       select id, (now() at time zone 'UTC')::date - (n * 7 + place % 7)::int, 1 + (random() * 99)::int, 1
       from (select id, row_number() over () as place from contents where slug like 'read-%') as stories,
         generate_series(0, $1::int - 1) as n`,
      [sizes.readDays],
    )
    await run(
      `insert into read_days select day, sum(reads), sum(crawler_reads) from story_reads group by day
       on conflict (day) do update set reads = excluded.reads, crawler_reads = excluded.crawler_reads`,
    )
    const since = (days: number) => `coalesce(sum(reads) filter (where day > last_day - ${days}), 0)`
    await run(
      `insert into story_read_sums (content_id, reads, reads_7, reads_30, reads_90, reads_364)
       select content_id, sum(reads), ${since(7)}, ${since(30)}, ${since(90)}, ${since(364)}
       from story_reads, read_windows group by content_id`,
    )
    await database.maintain()
    const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000)
    const startedAt = performance.now()
    await moveReadWindows({ db: database.db, now: tomorrow })
    return Math.round(performance.now() - startedAt)
  } finally {
    await database.close()
  }
}
