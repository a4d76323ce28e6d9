import { type AnyColumn, and, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { subscribers, subscriptions } from '#platform/db/tables/subscriptions.ts'
import { transaction } from '#platform/db/transaction.ts'
import { refusedBefore } from './address.ts'

const askedDays = 30
/** One transaction for so many addresses: a wave of sign-ups by a robot can be hundreds of thousands. */
const batch = 1_000

/**
 * The job: deletes subscriptions that were not confirmed within a month of the last email, and subscribers without any. A
 * subscriber who refused, or did not answer several emails, is kept for 180 days, so that no further email is sent.
 */
export async function forgetUnconfirmed(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  const askedBefore = new Date(now.getTime() - askedDays * dayMs)
  const times = { askedBefore, refusedBefore: refusedBefore(now) }
  await untilFewer(() => transaction(ctx.db, (tx) => deleteNeverConfirmed(tx, askedBefore, batch)))
  await untilFewer(() => transaction(ctx.db, (tx) => deleteSubscribersWithNothing(tx, times, batch)))
}

async function untilFewer(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) === batch);
}

/**
 * Deletes never confirmed subscriptions, pending or ended. The month counts from the last email to the address, sent or
 * planned, so that the links in it keep working.
 * @returns how many subscribers had some.
 */
async function deleteNeverConfirmed(tx: Db, askedBefore: Date, limit: number): Promise<number> {
  const isOver = (time: AnyColumn) => or(isNull(time), lt(time, askedBefore))
  const isForgotten = and(
    isNull(subscriptions.confirmedAt),
    lt(subscriptions.askedAt, askedBefore),
    isOver(subscriptions.endedAt),
  )
  const asked = tx.select({ id: subscriptions.subscriberId }).from(subscriptions).where(isForgotten)
  // Every write of a subscription locks its subscriber first. A subscriber that is locked right now is skipped until the next run.
  const quiet = await tx
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(and(isOver(subscribers.askedAt), isOver(subscribers.mailedAt), inArray(subscribers.id, asked)))
    .limit(limit)
    .for('update', { skipLocked: true })
  const ids = quiet.map(({ id }) => id)
  await tx.delete(subscriptions).where(and(isForgotten, inArray(subscriptions.subscriberId, ids)))
  return ids.length
}

/**
 * Deletes subscribers without subscriptions, except those who refused, or did not answer several emails, recently.
 * @returns how many were locked for it.
 */
async function deleteSubscribersWithNothing(
  tx: Db,
  { askedBefore, refusedBefore }: { askedBefore: Date; refusedBefore: Date },
  limit: number,
): Promise<number> {
  const any = tx
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(sql`${subscriptions.subscriberId} = ${subscribers.id}`)
  const { createdAt, mailedAt, asks, refusedAt } = subscribers
  const isQuiet = or(isNull(mailedAt), lt(mailedAt, refusedBefore), and(lt(asks, 2), lt(mailedAt, askedBefore)))
  const isOpen = or(isNull(refusedAt), lt(refusedAt, refusedBefore))
  const hasNothing = and(notExists(any), lt(createdAt, askedBefore), isQuiet, isOpen)
  const held = await tx
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(hasNothing)
    .limit(limit)
    .for('update', { skipLocked: true })
  const ids = held.map(({ id }) => id)
  // Checked again once they are locked: one of them may just have got a subscription.
  await tx.delete(subscribers).where(and(inArray(subscribers.id, ids), hasNothing))
  return ids.length
}
