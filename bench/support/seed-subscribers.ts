import type { Frequency } from '#contract/frequencies.ts'
import { openDatabase } from '#product-api/platform/db/client.ts'
import type { NewStore } from './native-server.ts'

/** Writes confirmed subscribers of these lists, and what triggers would have counted, into a new store. */
export async function seedSubscribers(
  { dataDir, databaseUrl }: NewStore,
  count: number,
  lists: readonly string[],
  frequency: Frequency = 'weekly',
): Promise<void> {
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
  const long = "now() - interval '40 days'"
  try {
    await run('alter table subscribers disable trigger user')
    await run('alter table subscriptions disable trigger user')
    await run(
      `insert into subscribers (id, email, created_at, welcomed_at, is_subscribed, is_confirmed)
       select gen_random_uuid(), 'r' || n || '@y' || n % 50 || '.test', ${long}, ${long}, true, true
       from generate_series(1, $1::int) as n`,
      [count],
    )
    for (const list of lists) {
      await run(
        `insert into subscriptions (id, uuid, subscriber_id, category, frequency, asked_at, confirmed_at, created_at)
         select gen_random_uuid(), gen_random_uuid(), id, $1, $2, ${long}, ${long}, ${long} from subscribers`,
        [list, frequency],
      )
      await run(`insert into audience_counts (list, frequency, change) values ($1, $2, $3)`, [
        `category:${list}`,
        frequency,
        count,
      ])
    }
    await run('alter table subscribers enable trigger user')
    await run('alter table subscriptions enable trigger user')
    await database.maintain()
  } finally {
    await database.close()
  }
}
