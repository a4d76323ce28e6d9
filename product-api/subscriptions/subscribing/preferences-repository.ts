import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { type SubscriberRow, subscribers, subscriptions } from '#platform/db/tables/subscriptions.ts'
import type { Frequency } from './repository.ts'

export async function findSubscriberById(db: Db, id: string): Promise<SubscriberRow | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id))
  return row
}

/** Sets the frequency unless the subscription has ended. @returns whether this subscriber has such a subscription at all. */
export async function markFrequency(
  tx: Db,
  { subscriberId, uuid, frequency }: { subscriberId: string; uuid: string; frequency: Frequency },
): Promise<boolean> {
  const isThis = and(eq(subscriptions.subscriberId, subscriberId), eq(subscriptions.uuid, uuid))
  const changed = await tx
    .update(subscriptions)
    .set({ frequency })
    .where(and(isThis, isNull(subscriptions.endedAt)))
    .returning({ id: subscriptions.id })
  if (changed.length > 0) return true
  const [ended] = await tx.select({ id: subscriptions.id }).from(subscriptions).where(isThis).limit(1)
  return ended !== undefined
}

type EndedTogether = { subscriberId: string; endedAt: Date }

/** Sets the reason of all subscriptions that ended at the same time. */
export async function markReason(tx: Db, { subscriberId, endedAt }: EndedTogether, endReason: string): Promise<void> {
  await tx.update(subscriptions).set({ endReason }).where(endedThen(subscriberId, endedAt))
}

/** Resumes the confirmed subscriptions that ended at the same time. */
export async function markResumed(tx: Db, { subscriberId, endedAt }: EndedTogether): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ endedAt: null, endReason: null })
    .where(and(endedThen(subscriberId, endedAt), isNotNull(subscriptions.confirmedAt)))
}

function endedThen(subscriberId: string, endedAt: Date) {
  return and(eq(subscriptions.subscriberId, subscriberId), eq(subscriptions.endedAt, endedAt))
}
