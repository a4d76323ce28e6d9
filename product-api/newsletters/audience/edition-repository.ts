import { createHash } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { type EditionRow, sendEditions } from '#platform/db/tables/newsletters.ts'

/** In the order of the email; at least one. */
type EditionStories = readonly { id: string; publishedAt: Date | null }[]

/**
 * The editions of a send with these stories, in their order; those that are not there yet are created. One statement,
 * however many recipients ask for them.
 */
async function claimEditions(db: Db, sendId: string, wanted: readonly EditionStories[], now: Date): Promise<string[]> {
  const keys = wanted.map(keyOf)
  const rows = new Map(
    wanted.map((stories, place) => {
      const ids = stories.map(({ id }) => id)
      return [
        keys[place],
        { id: newId(now), key: keys[place], stories: ids, newest_at: stories[0]?.publishedAt ?? now },
      ]
    }),
  )
  const at = sql`${now.toISOString()}::timestamptz`
  // The no-op update makes the statement also return rows that another transaction has just inserted.
  const { rows: found } = await db.execute<{ id: string; key: string }>(sql`
    insert into send_editions (id, send_id, stories, key, newest_at, created_at)
    select id, ${sendId}::uuid, array(select jsonb_array_elements_text(stories)::uuid), key, newest_at, ${at}
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb)
      as w (id uuid, stories jsonb, key text, newest_at timestamptz)
    order by key
    on conflict (send_id, key) do update set key = excluded.key
    returning id, key`)
  const ids = new Map(found.map(({ id, key }) => [key, id]))
  return keys.map((key) => {
    const id = ids.get(key)
    if (!id) throw new Error('An edition vanished while it was inserted')
    return id
  })
}

/** The edition of a send with these stories; see `claimEditions`. */
export async function claimEdition(db: Db, sendId: string, stories: EditionStories, now: Date): Promise<string> {
  const [id] = await claimEditions(db, sendId, [stories], now)
  return id as string
}

function keyOf(stories: EditionStories): string {
  const ids = stories.map(({ id }) => id).join()
  return createHash('sha256').update(ids).digest('base64url').slice(0, 24)
}

export async function listEditions(db: Db, ids: readonly string[]): Promise<EditionRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(sendEditions)
    .where(inArray(sendEditions.id, [...ids]))
}

/** A recipient with an edition of their own. */
export type NewRecipient = {
  subscriberId: string
  subscriptionId: string | null
  domain: string
  stories: EditionStories
}

/** Inserts recipients with their editions. From then on the transaction has the send's row locked. */
export async function insertPersonalRecipients(
  tx: Db,
  sendId: string,
  wanted: readonly NewRecipient[],
  now: Date,
): Promise<void> {
  if (wanted.length === 0) return
  const editions = await claimEditions(
    tx,
    sendId,
    wanted.map(({ stories }) => stories),
    now,
  )
  const recipients = wanted.map(({ stories: _, ...rest }, place) => ({ ...rest, editionId: editions[place] }))
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into send_recipients (send_id, subscriber_id, subscription_id, edition_id, domain, due_at, changed_at)
    select ${sendId}::uuid, "subscriberId", "subscriptionId", "editionId", domain, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb)
      as n ("subscriberId" uuid, "subscriptionId" uuid, "editionId" uuid, domain text)
    on conflict do nothing`)
}
