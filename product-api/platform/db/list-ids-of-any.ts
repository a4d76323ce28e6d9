import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * The ids that any of these queries has, each by an index of its own. In one statement: side by side they would take
 * every connection of the pool from all other calls.
 */
export async function listIdsOfAny(db: Db, queries: readonly SQLWrapper[]): Promise<string[]> {
  if (queries.length === 0) return []
  const { rows } = await db.execute<{ id: string }>(sql.join([...queries], sql` union `))
  return rows.map(({ id }) => id)
}
