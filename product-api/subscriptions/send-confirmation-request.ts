import { paths } from '#contract/paths.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { SubscriberRow } from '#platform/db/tables/subscriptions.ts'
import { transaction } from '#platform/db/transaction.ts'
import { composeMail } from '#platform/mail/compose.ts'
import type { JobContext } from '#platform/queue/handlers.ts'
import { confirmSubscription } from './mails/confirm-subscription.ts'
import { isRefused } from './subscribing/address.ts'
import { hasConfirmed, listPendingOf } from './subscribing/link-repository.ts'
import {
  clearConfirmationLeases,
  findSubscriberByIdForUpdate,
  markMailed,
  markSubscriber,
} from './subscribing/repository.ts'
import { describeSubscription } from './subscribing/subscription.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** After the first email that an address does not answer, the second, the third, and every further one. */
const pausesMs = [hourMs, dayMs, 7 * dayMs, 30 * dayMs]
/** Longer than the mailer tries, so that what has not ended by then was cut off; shorter than any pause. */
const sendingMs = 5 * 60 * 1000

/**
 * Makes sure that one email asks an address: now, or when the pause since the last one is over; an email that is to
 * come will list everything. Whether anything waits at all, and whether the address may be asked, is seen when it goes
 * out.
 */
export async function planConfirmationRequest(
  ctx: Context,
  tx: Db,
  subscriber: SubscriberRow,
  now: Date,
): Promise<void> {
  const { id, askedAt, mailedAt } = subscriber
  if (askedAt && askedAt > now) return
  const last = Math.max(askedAt?.getTime() ?? 0, mailedAt?.getTime() ?? 0)
  const due = new Date(Math.max(now.getTime(), last + pauseMs(subscriber)))
  await markSubscriber(tx, id, { askedAt: due })
  await ctx.queue.enqueue(tx, 'ask-to-confirm', { subscriberId: id }, due > now ? { startAfter: due } : {})
}

/**
 * The job: asks an address to confirm what waits, if something waits that no email has named yet. Of any number of such
 * jobs one sends; the others look again when its email has certainly gone out, or has been given up.
 */
export async function sendConfirmationRequest(ctx: JobContext, subscriberId: string): Promise<void> {
  const question = await transaction(ctx.db, (tx) => claimConfirmationRequest(ctx, tx, subscriberId))
  if (!question) return
  const { email, pending, confirmUuid, isReader, at } = question
  const words = confirmSubscription(ctx, {
    about: pending.map((row) => describeSubscription(row, ctx.productName)),
    url: `${ctx.publicUrl}${paths.confirmSubscription(confirmUuid)}`,
    refusalUrl: isReader ? undefined : `${ctx.publicUrl}${paths.unsubscribe(confirmUuid)}`,
  })
  try {
    await ctx.mailer.send({ to: { name: '', address: email }, ...composeMail(ctx, words) })
  } catch (error) {
    // The next attempt may send immediately.
    await markSubscriber(ctx.db, subscriberId, { sendingUntil: null })
    throw error
  }
  await markMailed(ctx.db, subscriberId, at)
}

/**
 * If no one else works on the database: whatever was being sent was cut off with an earlier process, and is sent again.
 */
export function releaseConfirmationRequests(ctx: Pick<Context, 'db'>): Promise<void> {
  return clearConfirmationLeases(ctx.db)
}

/** By the emails it did not answer, with the one that is under way. */
function pauseMs(subscriber: SubscriberRow): number {
  return pauseAfterMs(subscriber.asks + (isUnderway(subscriber) ? 1 : 0))
}

/** Whether an email is planned that has not gone out. */
function isUnderway({ askedAt, mailedAt }: SubscriberRow): boolean {
  return askedAt !== null && (mailedAt === null || askedAt > mailedAt)
}

function pauseAfterMs(mails: number): number {
  return pausesMs[Math.min(Math.max(1, mails), pausesMs.length) - 1] ?? hourMs
}

async function claimConfirmationRequest(ctx: Context, tx: Db, subscriberId: string) {
  const subscriber = await findSubscriberByIdForUpdate(tx, subscriberId)
  if (!subscriber) return undefined
  const pending = await listPendingOf(tx, subscriberId)
  const { email, mailedAt } = subscriber
  const at = ctx.now()
  const unasked = pending.find(({ askedAt }) => !mailedAt || askedAt > mailedAt)
  if (!unasked || isRefused(subscriber, at)) {
    // No email goes out: the next question need not wait for this one.
    if (isUnderway(subscriber)) await markSubscriber(tx, subscriberId, { askedAt: mailedAt })
    return undefined
  }
  const due = earliest(subscriber)
  if (due > at) {
    // Put back, not dropped: this may be the retry of the job that was cut off while it sent.
    await markSubscriber(tx, subscriberId, { askedAt: due })
    await ctx.queue.enqueue(tx, 'ask-to-confirm', { subscriberId }, { startAfter: due })
    return undefined
  }
  await markSubscriber(tx, subscriberId, { sendingUntil: new Date(at.getTime() + sendingMs) })
  return { email, pending, confirmUuid: unasked.confirmUuid, isReader: await hasConfirmed(tx, subscriberId), at }
}

/** When an email may go out: jobs planned before an answer, or before an email that was late, come too soon. */
function earliest({ mailedAt, asks, sendingUntil }: SubscriberRow): Date {
  const pauseEnds = mailedAt ? mailedAt.getTime() + pauseAfterMs(asks) : 0
  return new Date(Math.max(pauseEnds, sendingUntil?.getTime() ?? 0))
}
