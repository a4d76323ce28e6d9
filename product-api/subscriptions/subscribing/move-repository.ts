import { and, eq, ne, notInArray } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { sendRecipients } from '#platform/db/tables/newsletters.ts'
import { type SubscriberRow, subscribers } from '#platform/db/tables/subscriptions.ts'

export async function deleteSubscriber(tx: Db, id: string): Promise<void> {
  await tx.delete(subscribers).where(eq(subscribers.id, id))
}

/**
 * What went to one subscriber counts for another one, unless that one was a recipient of the same send. An email that
 * is just being sent stays where it is: its sender records the outcome by its key.
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

/** A person who was welcomed at either address is not welcomed again, and has had the stories of both emails. */
export async function joinWelcomes(tx: Db, to: SubscriberRow, from: SubscriberRow): Promise<void> {
  const stories = [...new Set([...(to.welcomeStories ?? []), ...(from.welcomeStories ?? [])])]
  await tx
    .update(subscribers)
    .set({ welcomedAt: to.welcomedAt ?? from.welcomedAt, welcomeStories: stories.length > 0 ? stories : null })
    .where(eq(subscribers.id, to.id))
}
