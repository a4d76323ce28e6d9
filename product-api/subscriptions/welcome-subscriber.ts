import { findUserByEmail } from '#accounts/users.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#platform/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-locks.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { composeMail } from '#platform/mail/compose.ts'
import { listId } from '#platform/mail/message.ts'
import type { JobContext } from '#platform/queue/handlers.ts'
import { listMailable } from '#stories/newsletter-stories.ts'
import { subscriberWelcome } from './mails/subscriber-welcome.ts'
import { mailStory } from './newsletter-mail.ts'
import { listLiveOfSubscriber } from './subscribing/link-repository.ts'
import { findSubscriberByIdForUpdate, markSubscriber } from './subscribing/repository.ts'
import { describeSubscription, isLive } from './subscribing/subscription.ts'
import * as welcomes from './subscribing/welcome-repository.ts'
import { listSuppressed } from './suppressions.ts'

const storiesMost = 3
/** Longer than the mailer tries, so that what has not ended by then was cut off. */
const sendingMs = 5 * 60 * 1000

/** Enqueues the welcome after a first confirmation; the job decides whether there is anything to send. */
export async function planWelcome(ctx: Context, tx: Db, subscriberId: string): Promise<void> {
  await ctx.queue.enqueue(tx, 'send-subscriber-welcome', { subscriberId })
}

/**
 * The job: sends an address one email with the newest stories of its subscriptions. The stories are recorded before it
 * goes out, so that no digest repeats them, and removed if it fails.
 */
export async function welcomeSubscriber(ctx: JobContext, subscriberId: string): Promise<void> {
  if (!ctx.welcomesSubscribers) return
  const claimed = await transaction(ctx.db, (tx) => claimWelcome(ctx, tx, subscriberId))
  if (!claimed) return
  const { email, about, uuid, stories } = claimed
  const words = subscriberWelcome(ctx, {
    about,
    stories: stories.map((story) => mailStory(ctx, story)),
    preferencesUrl: `${ctx.publicUrl}${paths.preferences(uuid)}`,
    unsubscribeUrl: `${ctx.publicUrl}${paths.unsubscribe(uuid, 'all')}`,
  })
  const headers = {
    'List-Id': listId(ctx.productName, 'welcome', ctx.newsletters.from),
    'List-Unsubscribe': `<${ctx.publicUrl}${paths.unsubscribeAtOnce(uuid, 'all')}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  try {
    await ctx.mailer.send({ to: { name: '', address: email }, ...composeMail(ctx, words), headers })
  } catch (error) {
    await markSubscriber(ctx.db, subscriberId, { welcomingUntil: null, welcomeStories: null })
    throw error
  }
  await markSubscriber(ctx.db, subscriberId, { welcomedAt: ctx.now(), welcomingUntil: null })
}

/** Only if no other process works on the database: emails that were being sent were cut off, and are sent again. */
export function releaseWelcomes(ctx: Pick<Context, 'db'>): Promise<void> {
  return welcomes.clearWelcomeLeases(ctx.db)
}

async function claimWelcome(ctx: Context, tx: Db, subscriberId: string) {
  const subscriber = await findSubscriberByIdForUpdate(tx, subscriberId)
  if (!subscriber || subscriber.welcomedAt) return undefined
  const { email, welcomingUntil, welcomeStories } = subscriber
  const live = (await listLiveOfSubscriber(tx, subscriberId)).filter(isLive)
  const [first] = live
  if (!first || (await listSuppressed(tx, [email])).size > 0) return undefined
  const account = await findUserByEmail(tx, email)
  if (account?.suspendedAt && account.emailProvenAt) return undefined
  const now = ctx.now()
  if (welcomingUntil && welcomingUntil > now) {
    // Enqueued again, not dropped: this may be the retry of a job that was cut off while it sent.
    await ctx.queue.enqueue(tx, 'send-subscriber-welcome', { subscriberId }, { startAfter: welcomingUntil })
    return undefined
  }
  await lockUntilCommit(tx, 'storyHistory')
  // The stories of an email that was cut off are sent again: it may not have arrived.
  const known = welcomeStories ? await listMailable(tx, welcomeStories) : []
  const stories =
    known.length > 0 ? known : await listMailable(tx, await welcomes.listNewestFor(tx, subscriberId, storiesMost))
  if (stories.length === 0) return undefined
  await markSubscriber(tx, subscriberId, {
    welcomingUntil: new Date(now.getTime() + sendingMs),
    welcomeStories: stories.map(({ id }) => id),
  })
  const about = live.map((row) => describeSubscription(row, ctx.productName))
  return { email, about, uuid: first.uuid, stories }
}
