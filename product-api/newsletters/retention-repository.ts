import { and, lt, notExists, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { subscribers } from '../db/tables/subscribers.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import { pending } from './repository.ts'

export async function deletePendingAskedBefore(tx: Db, before: Date): Promise<void> {
  await tx.delete(subscriptions).where(and(pending, lt(subscriptions.askedAt, before)))
}

export async function deleteSubscribersWithNothing(tx: Db, before: Date): Promise<void> {
  const any = tx
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(sql`${subscriptions.subscriberId} = ${subscribers.id}`)
  await tx.delete(subscribers).where(and(notExists(any), lt(subscribers.createdAt, before)))
}
