import { and, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { subscribers } from '../db/tables/subscribers.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'

/** Whether it still waits or its end was the only answer. */
export async function deleteNeverConfirmed(tx: Db, askedBefore: Date): Promise<void> {
  const isOld = and(
    lt(subscriptions.askedAt, askedBefore),
    or(isNull(subscriptions.endedAt), lt(subscriptions.endedAt, askedBefore)),
  )
  await tx.delete(subscriptions).where(and(isNull(subscriptions.confirmedAt), isOld))
}

/** Those that refused to be asked, or that several mails have asked for nothing, stay for as long as a refusal holds. */
export async function deleteSubscribersWithNothing(
  tx: Db,
  { askedBefore, refusedBefore }: { askedBefore: Date; refusedBefore: Date },
): Promise<void> {
  const any = tx
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(sql`${subscriptions.subscriberId} = ${subscribers.id}`)
  const { createdAt, mailedAt, asks, refusedAt } = subscribers
  const isQuiet = or(isNull(mailedAt), lt(mailedAt, refusedBefore), and(lt(asks, 2), lt(mailedAt, askedBefore)))
  const isOpen = or(isNull(refusedAt), lt(refusedAt, refusedBefore))
  await tx.delete(subscribers).where(and(notExists(any), lt(createdAt, askedBefore), isQuiet, isOpen))
}
