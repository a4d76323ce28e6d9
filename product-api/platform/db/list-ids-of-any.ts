import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * The union of the ids that these queries find, each by its own index. One statement: parallel queries would take up
 * the pool's connections.
 */
export async function listIdsOfAny(db: Db, queries: readonly SQLWrapper[]): Promise<string[]> {
  if (queries.length === 0) return []
  const { rows } = await db.execute<{ id: string }>(sql.join([...queries], sql` union `))
  return rows.map(({ id }) => id)
}
