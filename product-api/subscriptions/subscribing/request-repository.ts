import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { subscribers, subscriptionRequests, subscriptions } from '#platform/db/tables/subscriptions.ts'
import { type NamedSubscription, selectNamed } from './link-repository.ts'

/** A subscription as the account that asked for it may know it. */
export type RequestedSubscription = NamedSubscription & { isFirst: boolean }
type NewRequest = typeof subscriptionRequests.$inferInsert

/** Asking again changes the frequency, and for what had ended before, whether the account is the first. */
export async function markRequested(tx: Db, request: NewRequest): Promise<void> {
  const { userId, subscriptionId, isFirst, ...asked } = request
  await tx
    .insert(subscriptionRequests)
    .values(request)
    .onConflictDoUpdate({
      target: [subscriptionRequests.userId, subscriptionRequests.subscriptionId],
      set: { ...asked, ...(isFirst && { isFirst }) },
    })
}

/** Records that others have requested it as well: no account may end it any more. */
export async function markShared(tx: Db, subscriptionId: string): Promise<void> {
  await tx
    .update(subscriptionRequests)
    .set({ isFirst: false })
    .where(eq(subscriptionRequests.subscriptionId, subscriptionId))
}

/** The requests of an account at an address that it had not proven, except those it has ended since. */
export async function listRequested(
  db: Db,
  { userId, email }: { userId: string; email: string },
): Promise<RequestedSubscription[]> {
  const requests = await db.select().from(subscriptionRequests).where(eq(subscriptionRequests.userId, userId))
  if (requests.length === 0) return []
  const ids = requests.map(({ subscriptionId }) => subscriptionId)
  const rows = await selectNamed(db)
    .where(and(inArray(subscriptions.id, ids), sql`lower(${subscribers.email}) = lower(${email})`))
    .orderBy(asc(subscriptions.id))
  return rows.flatMap((row) => {
    const request = requests.find(({ subscriptionId }) => subscriptionId === row.id)
    if (!request || (request.isFirst && row.endedAt)) return []
    const { isFirst, frequency } = request
    return [{ ...row, isFirst, ...(!isFirst && { frequency }) }]
  })
}

export async function deleteRequest(tx: Db, which: { userId: string; subscriptionId: string }): Promise<void> {
  const { userId, subscriptionId } = which
  await tx
    .delete(subscriptionRequests)
    .where(and(eq(subscriptionRequests.userId, userId), eq(subscriptionRequests.subscriptionId, subscriptionId)))
}

/** Deletes an account's requests, once they have been applied to its proven address or its address has changed. */
export async function deleteRequestsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(subscriptionRequests).where(eq(subscriptionRequests.userId, userId))
}
