import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { SeenRequest } from '#contract/system.ts'
import type { Caller, Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { Problem } from '#platform/problem.ts'

const validMs = 60_000

/** Begins a check of the site's own address, and forgets those that were interrupted. @returns its id, which nobody can guess. */
export async function beginAddressCheck(db: Db, now: Date): Promise<string> {
  const id = randomUUID()
  await db.execute(
    sql`delete from address_checks where created_at < ${new Date(now.getTime() - validMs).toISOString()}`,
  )
  await db.execute(sql`insert into address_checks (id, created_at) values (${id}, ${now.toISOString()})`)
  return id
}

/** Ends a check. @returns the request as the web saw it; undefined if none of our web nodes did. */
export async function endAddressCheck(db: Db, id: string): Promise<SeenRequest | undefined> {
  const { rows } = await db.execute<{ seen: SeenRequest | null }>(
    sql`delete from address_checks where id = ${id} returning seen`,
  )
  return rows[0]?.seen ?? undefined
}

/**
 * Notes that the request of a check has reached a web node.
 * @throws Problem `forbidden` for anyone but a web node, `not_found` if no such check is running.
 */
export async function noteAddressCheck(
  { caller, db, now }: Context & { caller: Caller },
  id: string,
  seen: SeenRequest,
): Promise<void> {
  if (!caller.isFromWithin) {
    const detail = 'Only a web node may note this: its address must be in WEB_ADDRESSES.'
    throw new Problem('forbidden', { detail })
  }
  const { rows } = await db.execute(sql`
    update address_checks set seen = ${JSON.stringify(seen)}::jsonb
    where id = ${id} and created_at > ${new Date(now().getTime() - validMs).toISOString()} returning id`)
  if (rows.length === 0) throw new Problem('not_found', { detail: 'No such check is running.' })
}
