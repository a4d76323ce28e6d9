import { paths } from '#contract/paths.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { SubscriberRow } from '../db/tables/subscribers.ts'
import { transaction } from '../db/transaction.ts'
import { composeMail } from '../mail/compose.ts'
import { confirmSubscription } from '../mail/messages/confirm-subscription.ts'
import type { JobContext } from '../queue/handlers.ts'
import { listPendingOf } from './link-repository.ts'
import { findSubscriberByIdForUpdate, markSubscriber } from './repository.ts'
import { inWords } from './words.ts'

const pauseMs = 60 * 60 * 1000

/**
 * Sees to it that one mail asks an address: now, or when an hour has passed since the last one; a mail that is to come
 * will list everything. Whether anything waits at all is seen when it goes out.
 */
export async function askToConfirm(ctx: Context, tx: Db, subscriber: SubscriberRow, now: Date): Promise<void> {
  const { id, askedAt, mailedAt } = subscriber
  if (askedAt && askedAt > now) return
  const last = Math.max(askedAt?.getTime() ?? 0, mailedAt?.getTime() ?? 0)
  const due = new Date(Math.max(now.getTime(), last + pauseMs))
  await markSubscriber(tx, id, { askedAt: due })
  await ctx.queue.enqueue(tx, 'ask-to-confirm', { subscriberId: id }, due > now ? { startAfter: due } : {})
}

/** The job: asks an address to confirm what waits, where something waits that no mail has named yet. */
export async function sendQuestion(ctx: JobContext, subscriberId: string): Promise<void> {
  const question = await transaction(ctx.db, (tx) => findQuestion(ctx, tx, subscriberId))
  if (!question) return
  const { email, pending, askedAt } = question
  const url = `${ctx.publicUrl}${paths.confirmSubscription(question.uuid)}`
  const about = pending.map((row) => inWords(row, ctx.productName))
  await ctx.mailer.send({
    to: { name: '', address: email },
    ...composeMail(ctx, confirmSubscription(ctx, { about, url })),
  })
  await markSubscriber(ctx.db, subscriberId, { mailedAt: askedAt })
}

async function findQuestion(ctx: Context, tx: Db, subscriberId: string) {
  const subscriber = await findSubscriberByIdForUpdate(tx, subscriberId)
  if (!subscriber) return undefined
  const pending = await listPendingOf(tx, subscriberId)
  const { email, mailedAt } = subscriber
  const unasked = pending.find(({ askedAt }) => !mailedAt || askedAt > mailedAt)
  if (unasked) return { email, pending, uuid: unasked.uuid, askedAt: ctx.now() }
  // No mail goes out, so that the next question need not wait for an hour.
  await markSubscriber(tx, subscriberId, { askedAt: mailedAt })
  return undefined
}
