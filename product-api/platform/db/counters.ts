import { sql } from 'drizzle-orm'
import { frequencies as allFrequencies, type Frequency } from '#contract/frequencies.ts'
import type { Db } from './client.ts'
import { prepared } from './prepared.ts'

/** The counters that database triggers maintain. */
export type Counted = 'published_stories' | 'users' | 'subscribers' | 'confirmed_subscribers'

const keptCount = prepared('count', (db) =>
  db
    .select({ count: sql<number>`coalesce(sum(change), 0)::int` })
    .from(sql`kept_counts`)
    .where(sql`counted = ${sql.placeholder('counted')}`),
)

/** The present count, without scanning the table. */
export async function readCount(db: Db, counted: Counted): Promise<number> {
  const [row] = await keptCount(db).execute({ counted })
  return row?.count ?? 0
}

/** How many confirmed subscriptions a list has: `category:fiction`, `publication:<id>`, `author:<id>`. */
export async function countList(
  db: Db,
  list: string,
  frequencies: readonly Frequency[] = allFrequencies,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(change), 0)::int as count from audience_counts
    where list = ${list} and frequency in (select jsonb_array_elements_text(${JSON.stringify(frequencies)}::jsonb))`)
  return rows[0]?.count ?? 0
}
