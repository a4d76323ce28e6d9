import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

/** Far below what fits into the statement timeout, even with triggers and many indexes. */
const atOnce = 2_000

/**
 * Deletes matching rows in batches, so that even a backlog of years stays within the statement timeout. Outside of a
 * transaction, locks are short, and an interrupted run keeps its progress.
 */
export async function deleteInBatches(db: Db, table: PgTable, matches: SQL | undefined): Promise<void> {
  if (!matches) throw new Error('A clean-up without a condition would empty the table')
  for (;;) {
    // A row that is updated meanwhile gets a new ctid and is checked again.
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any (array(select ctid from ${table} where ${matches} limit ${atOnce}))`)
    if ((rowCount ?? 0) < atOnce) return
  }
}
