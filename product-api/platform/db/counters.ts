import { sql } from 'drizzle-orm'
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
