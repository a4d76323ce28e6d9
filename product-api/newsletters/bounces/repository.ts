import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { sendRecipients, sends } from '#platform/db/tables/newsletters.ts'
import { subscribers, subscriptions } from '#platform/db/tables/subscriptions.ts'

/** The key of a row of the ledger. */
export type RecipientKey = { sendId: string; subscriberId: string }
export type BounceReason = 'hard' | 'soft' | 'policy' | 'complaint'

export async function findSendByMark(db: Db, mark: string): Promise<{ id: string; secret: string } | undefined> {
  const [row] = await db.select({ id: sends.id, secret: sends.secret }).from(sends).where(eq(sends.mark, mark))
  return row
}

/** A subscriber's address, and since when they have had it. */
export type CurrentAddress = { email: string; emailSince: Date | null }

export async function findSubscriberForUpdate(tx: Db, id: string): Promise<CurrentAddress | undefined> {
  const [row] = await tx
    .select({ email: subscribers.email, emailSince: subscribers.emailSince })
    .from(subscribers)
    .where(eq(subscribers.id, id))
    .for('update')
  return row
}

/** A try to send an email: the domain it went to, and when the ledger row last changed. */
export type Tried = { domain: string; at: Date }

/**
 * Marks a recipient bounced. A complaint also changes a row that has bounced before; a bounce does not. An email that was
 * never tried can't bounce.
 * @returns the try, if the row changed.
 */
export async function markBounced(
  tx: Db,
  { sendId, subscriberId }: RecipientKey,
  change: { reason: BounceReason; answer: string; changedAt: Date },
): Promise<Tried | undefined> {
  const isComplaint = change.reason === 'complaint'
  const isOpen = ne(sendRecipients.state, 'bounced')
  const isNew = isComplaint ? or(isOpen, isNull(sendRecipients.reason), ne(sendRecipients.reason, 'complaint')) : isOpen
  const isThis = and(eq(sendRecipients.subscriberId, subscriberId), eq(sendRecipients.sendId, sendId))
  const [tried] = await tx
    .select({ domain: sendRecipients.domain, at: sendRecipients.changedAt })
    .from(sendRecipients)
    .where(
      and(
        isThis,
        sql`(${sendRecipients.state} in ('sending', 'sent', 'uncertain', 'bounced')
             or (${sendRecipients.state} = 'queued' and ${sendRecipients.tries} > 0))`,
        isNew,
      ),
    )
    .for('update')
  if (!tried) return undefined
  await tx
    .update(sendRecipients)
    .set({ state: 'bounced', leaseUntil: null, ...change })
    .where(isThis)
  return tried
}

export async function markAllEnded(tx: Db, subscriberId: string, endedAt: Date): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ endedAt })
    .where(and(eq(subscriptions.subscriberId, subscriberId), isNull(subscriptions.endedAt)))
}
