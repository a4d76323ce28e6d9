import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** For this transaction: rows by the thousand are read in less time than a plan for them is compiled in. */
export async function compileNothing(tx: Db): Promise<void> {
  await tx.execute(sql`set local jit = off`)
}
