import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { sendRecipients } from '../db/tables/send-recipients.ts'
import { sends } from '../db/tables/sends.ts'
import { subscribers } from '../db/tables/subscribers.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'

/** A row of the ledger. */
export type Place = { sendId: string; subscriberId: string }
export type BounceReason = 'hard' | 'soft' | 'policy' | 'complaint'

export async function findSendByMark(db: Db, mark: string): Promise<{ id: string; secret: string } | undefined> {
  const [row] = await db.select({ id: sends.id, secret: sends.secret }).from(sends).where(eq(sends.mark, mark))
  return row
}

export async function findSubscriberEmailForUpdate(tx: Db, id: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ email: subscribers.email })
    .from(subscribers)
    .where(eq(subscribers.id, id))
    .for('update')
  return row?.email
}

/**
 * @returns the domain that the email went to, if the row changed: a complaint also changes a row that bounced before, a
 * bounce does not; an email that was never tried has nothing to report.
 */
export async function markBounced(
  tx: Db,
  { sendId, subscriberId }: Place,
  change: { reason: BounceReason; answer: string; changedAt: Date },
): Promise<string | undefined> {
  const isComplaint = change.reason === 'complaint'
  const isOpen = ne(sendRecipients.state, 'bounced')
  const isNew = isComplaint ? or(isOpen, isNull(sendRecipients.reason), ne(sendRecipients.reason, 'complaint')) : isOpen
  const [row] = await tx
    .update(sendRecipients)
    .set({ state: 'bounced', leaseUntil: null, ...change })
    .where(
      and(
        eq(sendRecipients.subscriberId, subscriberId),
        eq(sendRecipients.sendId, sendId),
        sql`(${sendRecipients.state} in ('sending', 'sent', 'uncertain', 'bounced')
             or (${sendRecipients.state} = 'queued' and ${sendRecipients.tries} > 0))`,
        isNew,
      ),
    )
    .returning({ domain: sendRecipients.domain })
  return row?.domain
}

export async function markAllEnded(tx: Db, subscriberId: string, endedAt: Date): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ endedAt })
    .where(and(eq(subscriptions.subscriberId, subscriberId), isNull(subscriptions.endedAt)))
}
