import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

/** Far below what the limit of one statement allows, also with a row's triggers and indexes. */
const atOnce = 2_000

/**
 * Deletes what matches, so many rows with each statement: a backlog of years never meets the limit of one. Outside of a
 * transaction no one waits long either, and a run that is cut short has done what it did.
 */
export async function deleteInBatches(db: Db, table: PgTable, matches: SQL | undefined): Promise<void> {
  if (!matches) throw new Error('A clean-up without a condition would empty the table')
  for (;;) {
    // A row that changes in the meantime has another place, and is looked at again.
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any (array(select ctid from ${table} where ${matches} limit ${atOnce}))`)
    if ((rowCount ?? 0) < atOnce) return
  }
}
