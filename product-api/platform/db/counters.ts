import { sql } from 'drizzle-orm'
import { frequencies as allFrequencies, type Frequency } from '#contract/frequencies.ts'
import type { Db } from './client.ts'

/** The counters that database triggers maintain. */
export type Counted = 'published_stories' | 'users' | 'subscribers' | 'confirmed_subscribers'

/** The present count, without scanning the table. */
export async function readCount(db: Db, counted: Counted): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select coalesce(sum(change), 0)::int as count from kept_counts where counted = ${counted}`,
  )
  return rows[0]?.count ?? 0
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
