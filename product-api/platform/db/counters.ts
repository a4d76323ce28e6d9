import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** What the database's triggers count as it is written. */
export type Counted = 'published_stories' | 'users' | 'subscribers' | 'confirmed_subscribers'

/** How many there are now, without reading them. */
export async function readCount(db: Db, counted: Counted): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select coalesce(sum(change), 0)::int as count from kept_counts where counted = ${counted}`,
  )
  return rows[0]?.count ?? 0
}
