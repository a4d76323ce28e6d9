import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { claimEditions, type EditionStories } from './edition-repository.ts'

/** One recipient with stories of their own. */
export type NewRecipient = {
  subscriberId: string
  subscriptionId: string | null
  domain: string
  stories: EditionStories
}

/** Writes down recipients of a send with their editions. From then on the transaction holds the send's row. */
export async function insertEach(tx: Db, sendId: string, wanted: readonly NewRecipient[], now: Date): Promise<void> {
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
