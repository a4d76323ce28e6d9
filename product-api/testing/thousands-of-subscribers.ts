import { openDatabase } from '#platform/db/client.ts'

/** Writes confirmed weekly subscribers of fiction, `r1@y.test` and so on, into a database that no one else has open. */
export async function seedSubscribers(
  env: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  count: number,
): Promise<void> {
  const database = await openDatabase(env, {
    onCrash: (reason) => {
      throw reason
    },
    statementTimeoutMs: 10 * 60_000,
  })
  try {
    const long = "now() - interval '40 days'"
    await database.pool.query(
      `insert into subscribers (id, email, created_at, welcomed_at)
       select gen_random_uuid(), 'r' || n || '@y.test', ${long}, ${long} from generate_series(1, $1::int) as n`,
      [count],
    )
    await database.pool.query(
      `insert into subscriptions (id, uuid, subscriber_id, category, frequency, asked_at, confirmed_at, created_at)
       select gen_random_uuid(), gen_random_uuid(), id, 'fiction', 'weekly', ${long}, ${long}, ${long} from subscribers`,
    )
  } finally {
    await database.close()
  }
}
