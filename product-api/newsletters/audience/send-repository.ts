import { createHash, randomBytes } from 'node:crypto'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import { sqlTime } from '#platform/db/sql-times.ts'
import { type SendRow, sends } from '#platform/db/tables/newsletters.ts'

export async function findSend(db: Db, id: string): Promise<SendRow | undefined> {
  const [row] = await db.select().from(sends).where(eq(sends.id, id))
  return row
}

/** Locks the send's state until the transaction ends. */
export async function findStateForUpdate(tx: Db, id: string): Promise<SendRow['state'] | undefined> {
  const [row] = await tx.select({ state: sends.state }).from(sends).where(eq(sends.id, id)).for('no key update')
  return row?.state
}

export async function findSendByKey(db: Db, key: string): Promise<SendRow | undefined> {
  const [row] = await db.select().from(sends).where(eq(sends.key, key))
  return row
}

/** Newest first. */
export async function listSends(db: Db, page: { after?: TimePlace | undefined; limit: number }): Promise<SendRow[]> {
  const { after, limit } = page
  const isOlder = after && sql`(${sends.createdAt}, ${sends.id}) < (${sqlTime(after.at)}, ${after.id}::uuid)`
  return db.select().from(sends).where(isOlder).orderBy(desc(sends.createdAt), desc(sends.id)).limit(limit)
}

/** The sends whose emails go out now. */
export async function listOpenSends(db: Db): Promise<SendRow[]> {
  return db.select().from(sends).where(eq(sends.state, 'sending')).orderBy(asc(sends.id))
}

type Change = Partial<
  Pick<SendRow, 'state' | 'pausedBy' | 'pauseAnswer' | 'resumeAt' | 'snapshotAt' | 'endedAt' | 'key'>
>

/** Changes a send that is in one of these states. @returns the changed send; undefined if it was in another state. */
export async function markSend(
  db: Db,
  id: string,
  from: readonly SendRow['state'][],
  change: Change,
): Promise<SendRow | undefined> {
  const [row] = await db
    .update(sends)
    .set(change)
    .where(and(eq(sends.id, id), inArray(sends.state, [...from])))
    .returning()
  return row
}

type NewSend = Pick<SendRow, 'kind' | 'env' | 'period' | 'key' | 'state'> &
  Partial<Pick<typeof sends.$inferInsert, 'category' | 'frequency' | 'contentId' | 'createdBy' | 'audience'>>

/** @returns the new send's id; undefined if its key was used before. */
export async function createSend(ctx: Pick<Context, 'now'>, tx: Db, send: NewSend): Promise<string | undefined> {
  const createdAt = ctx.now()
  const id = newId(createdAt)
  const mark = randomBytes(5).toString('hex')
  const secret = randomBytes(16).toString('hex')
  const row = { ...send, id, mark, secret, createdAt }
  const [made] = await tx.insert(sends).values(row).onConflictDoNothing().returning({ id: sends.id })
  return made?.id
}

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
  const at = sqlTime(now)
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
  const at = sqlTime(now)
  await tx.execute(sql`
    insert into send_recipients (send_id, subscriber_id, subscription_id, edition_id, domain, due_at, changed_at)
    select ${sendId}::uuid, "subscriberId", "subscriptionId", "editionId", domain, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb)
      as n ("subscriberId" uuid, "subscriptionId" uuid, "editionId" uuid, domain text)
    on conflict do nothing`)
}
