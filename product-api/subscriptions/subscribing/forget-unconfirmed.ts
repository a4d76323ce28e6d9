import { type AnyColumn, and, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { subscribers, subscriptions } from '#platform/db/tables/subscriptions.ts'
import { transaction } from '#platform/db/transaction.ts'
import { refusedBefore } from './address.ts'

const askedDays = 30
const dayMs = 24 * 60 * 60 * 1000
/** One transaction for so many addresses: a wave of sign-ups by a robot can be hundreds of thousands. */
const batch = 1_000

/**
 * An address that has not answered for a month after the last email does not want any: what was asked goes, and the
 * address with the last of it. One that refused, or that was asked more than once in vain, is known for 180 days, so
 * that it is left alone.
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
 * Whether it still waits or its end was the only answer. Counted from the last email to its address if that is later,
 * even from a planned one: what an email links to works for as long as what was just asked.
 * @returns of how many addresses.
 */
async function deleteNeverConfirmed(tx: Db, askedBefore: Date, limit: number): Promise<number> {
  const isOver = (time: AnyColumn) => or(isNull(time), lt(time, askedBefore))
  const isForgotten = and(
    isNull(subscriptions.confirmedAt),
    lt(subscriptions.askedAt, askedBefore),
    isOver(subscriptions.endedAt),
  )
  const asked = tx.select({ id: subscriptions.subscriberId }).from(subscriptions).where(isForgotten)
  // Every write of a subscription locks its subscriber first. One that is locked right now is looked at the next time.
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
 * Those that refused to be asked, or that several emails have asked in vain, stay for as long as a refusal applies.
 * @returns how many have nothing.
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
  // Asked again once they are locked: one of them may just have got a subscription.
  await tx.delete(subscribers).where(and(inArray(subscribers.id, ids), hasNothing))
  return ids.length
}
