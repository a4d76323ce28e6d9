import { and, eq, ne, notInArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { sendRecipients } from '../db/tables/send-recipients.ts'
import { type SubscriberRow, subscribers } from '../db/tables/subscribers.ts'

export async function deleteSubscriber(tx: Db, id: string): Promise<void> {
  await tx.delete(subscribers).where(eq(subscribers.id, id))
}

/**
 * What went to one subscriber counts for another one, where that was no recipient of the same send. A mail that is on its way
 * just now stays where it is: whoever sends it says by its key how it ended.
 */
export async function moveReceived(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const had = tx.select({ id: sendRecipients.sendId }).from(sendRecipients).where(eq(sendRecipients.subscriberId, to))
  await tx
    .update(sendRecipients)
    .set({ subscriberId: to })
    .where(
      and(
        eq(sendRecipients.subscriberId, from),
        ne(sendRecipients.state, 'sending'),
        notInArray(sendRecipients.sendId, had),
      ),
    )
}

/** Whoever was greeted at either address is not greeted again, and had the stories of both mails. */
export async function joinWelcomes(tx: Db, to: SubscriberRow, from: SubscriberRow): Promise<void> {
  const stories = [...new Set([...(to.welcomeStories ?? []), ...(from.welcomeStories ?? [])])]
  await tx
    .update(subscribers)
    .set({ welcomedAt: to.welcomedAt ?? from.welcomedAt, welcomeStories: stories.length > 0 ? stories : null })
    .where(eq(subscribers.id, to.id))
}
