import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** A secret that all processes of this product share, created at the first call. */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  const known = await findSecret(db, name)
  if (known) return known
  const value = randomBytes(32).toString('base64url')
  await db.execute(sql`insert into kept_secrets (name, value) values (${name}, ${value}) on conflict do nothing`)
  const kept = await findSecret(db, name)
  if (!kept) throw new Error(`The secret ${name} vanished while it was made`)
  return kept
}

async function findSecret(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ value: string }>(sql`select value from kept_secrets where name = ${name}`)
  return rows[0]?.value
}
