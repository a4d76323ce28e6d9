import { isNotNull } from 'drizzle-orm'
import { paths } from '#contract/paths.ts'
import type { Context } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { type SubscriberRow, subscribers } from '#platform/db/tables/subscriptions.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Block, MailText } from '#platform/mail/blocks.ts'
import { composeMail } from '#platform/mail/compose.ts'
import { mailLeaseMs } from '#platform/mail/message.ts'
import type { JobContext } from '#platform/queue/handlers.ts'
import { isRefused } from './subscribing/address.ts'
import { hasConfirmed, listPendingOf } from './subscribing/link-repository.ts'
import { findSubscriberByIdForUpdate, markMailed, markSubscriber } from './subscribing/repository.ts'
import { describeSubscription } from './subscribing/subscription.ts'

const hourMs = 60 * 60 * 1000
/** After the first email that an address does not answer, the second, the third, and every further one; longer than a lease. */
const pausesMs = [hourMs, dayMs, 7 * dayMs, 30 * dayMs]

/**
 * Plans one confirmation email for an address: now, or after the pause since the last one. A planned email will list
 * everything that waits. Whether anything waits, and whether the address may be asked, is checked when it is sent.
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
 * The job: asks an address to confirm its pending subscriptions, if one is pending that no email has named yet. If several
 * such jobs run at once, one sends; the others run again when its email has gone out or was given up.
 */
export async function sendConfirmationRequest(ctx: JobContext, subscriberId: string): Promise<void> {
  const question = await transaction(ctx.db, (tx) => claimConfirmationRequest(ctx, tx, subscriberId))
  if (!question) return
  const { email, pending, confirmUuid, isReader, at } = question
  const words = confirmationRequest(ctx, {
    about: pending.map((row) => describeSubscription(row, ctx.categories)),
    url: `${ctx.publicUrl}${paths.confirmSubscription(confirmUuid)}`,
    refusalUrl: isReader ? undefined : `${ctx.publicUrl}${paths.unsubscribe(confirmUuid)}`,
  })
  try {
    await ctx.mailer.send({ to: { name: '', address: email }, ...composeMail(ctx, words) })
  } catch (error) {
    // Ends the lease, so that the next attempt may send immediately.
    await markSubscriber(ctx.db, subscriberId, { sendingUntil: null })
    throw error
  }
  await markMailed(ctx.db, subscriberId, at)
}

/** Only if no other process works on the database: emails that were being sent were cut off, and are sent again. */
export async function releaseConfirmationRequests({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.update(subscribers).set({ sendingUntil: null }).where(isNotNull(subscribers.sendingUntil))
}

/** The pause after the emails it did not answer, including one that is planned. */
function pauseMs(subscriber: SubscriberRow): number {
  return pauseAfterMs(subscriber.asks + (isUnderway(subscriber) ? 1 : 0))
}

/** Whether a planned email has not gone out yet. */
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
    // No email goes out, so the next one need not wait for this one.
    if (isUnderway(subscriber)) await markSubscriber(tx, subscriberId, { askedAt: mailedAt })
    return undefined
  }
  const due = earliest(subscriber)
  if (due > at) {
    // Enqueued again, not dropped: this may be the retry of a job that was cut off while it sent.
    await markSubscriber(tx, subscriberId, { askedAt: due })
    await ctx.queue.enqueue(tx, 'ask-to-confirm', { subscriberId }, { startAfter: due })
    return undefined
  }
  await markSubscriber(tx, subscriberId, { sendingUntil: new Date(at.getTime() + mailLeaseMs) })
  return { email, pending, confirmUuid: unasked.confirmUuid, isReader: await hasConfirmed(tx, subscriberId), at }
}

/** When an email may go out. Jobs planned before an answer, or before a delayed email, run too early. */
function earliest({ mailedAt, asks, sendingUntil }: SubscriberRow): Date {
  const pauseEnds = mailedAt ? mailedAt.getTime() + pauseAfterMs(asks) : 0
  return new Date(Math.max(pauseEnds, sendingUntil?.getTime() ?? 0))
}

type Question = {
  about: string[]
  url: string
  /** Where its owner can refuse to be asked; absent if the address already gets emails. */
  refusalUrl?: string | undefined
}

/** Asks an address to confirm what was requested in its name. */
function confirmationRequest(
  { productName }: Pick<Context, 'productName'>,
  { about, url, refusalUrl }: Question,
): MailText {
  return {
    subject: `Please confirm your subscription to ${productName}`,
    preview: 'One click confirms your subscription.',
    heading: 'Confirm your subscription',
    blocks: [
      {
        kind: 'paragraph',
        words: `Someone, hopefully you, asked ${productName} to send this to your address:`,
      },
      { kind: 'list', entries: about },
      { kind: 'button', label: 'Confirm subscription', url },
      { kind: 'note', words: 'If it wasn’t you, ignore this email and nothing will be sent to you.' },
      ...(refusalUrl ? refusal(refusalUrl) : []),
    ],
    reason: `You’re receiving this email because your address was entered at ${productName}.`,
  }
}

function refusal(url: string): Block[] {
  return [
    { kind: 'note', words: 'If you don’t want to be asked again, use this link:' },
    { kind: 'note', words: [{ text: url, url }] },
  ]
}
