import { isNotNull, type SQL, sql } from 'drizzle-orm'
import { findUserByEmail } from '#accounts/users.ts'
import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#platform/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-locks.ts'
import type { Db } from '#platform/db/client.ts'
import { subscribers } from '#platform/db/tables/subscriptions.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Block, MailSite, MailText } from '#platform/mail/blocks.ts'
import { composeMail } from '#platform/mail/compose.ts'
import { listId, mailLeaseMs } from '#platform/mail/message.ts'
import type { JobContext } from '#platform/queue/handlers.ts'
import { goesToSubscribers } from '#stories/mailings.ts'
import { listMailable } from '#stories/newsletter-stories.ts'
import { wordAtMost } from '#story-html/excerpt.ts'
import { lineAtMost, type MailStory, mailStory, storyBlock } from './newsletter-mail.ts'
import { listLiveOfSubscriber } from './subscribing/link-repository.ts'
import { findSubscriberByIdForUpdate, markSubscriber } from './subscribing/repository.ts'
import { describeSubscription, isLive } from './subscribing/subscription.ts'
import { listSuppressed } from './suppressions.ts'

const storiesMost = 3

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
export async function releaseWelcomes({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.update(subscribers).set({ welcomingUntil: null }).where(isNotNull(subscribers.welcomingUntil))
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
  const stories = known.length > 0 ? known : await listMailable(tx, await listNewestFor(tx, subscriberId))
  if (stories.length === 0) return undefined
  await markSubscriber(tx, subscriberId, {
    welcomingUntil: new Date(now.getTime() + mailLeaseMs),
    welcomeStories: stories.map(({ id }) => id),
  })
  const about = live.map((row) => describeSubscription(row, ctx.categories))
  return { email, about, uuid: first.uuid, stories }
}

/** How many of a category's newest stories are searched for those that go to its subscribers. */
const lookedAtMost = 200

/**
 * The newest public stories of an address's subscriptions that no newsletter has brought it yet; each list is read by its
 * own index. A category has only the stories that go to its subscribers.
 */
async function listNewestFor(db: Db, subscriberId: string): Promise<string[]> {
  const listed = (isOfList: SQL, limit: number) => sql`
    select id, author_id, published_at, republished_at from contents
    where not is_draft and deleted_at is null and ${isOfList}
    order by published_at desc, id desc limit ${limit}`
  const ofCategory = (isOfList: SQL) => sql`
    select * from (${listed(isOfList, lookedAtMost)}) as contents
    where ${goesToSubscribers} order by published_at desc, id desc limit ${storiesMost}`
  const newest = (stories: SQL) => sql`
    select story.id, story.published_at from subscriptions s cross join lateral (${stories}) as story
    where s.subscriber_id = ${subscriberId} and s.confirmed_at is not null and s.ended_at is null`
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      ${newest(ofCategory(sql`true`))} and s.category = ${allCategories}
      union ${newest(ofCategory(sql`category = s.category`))} and s.category <> ${allCategories}
      union ${newest(listed(sql`publication_id = s.publication_id`, storiesMost))} and s.publication_id in (
        select id from publications where deleted_at is null)
      union ${newest(listed(sql`author_id = s.author_id`, storiesMost))} and s.author_id is not null
    ) as found
    where not exists (
      select from send_recipients had join send_editions e on e.id = had.edition_id
      where had.subscriber_id = ${subscriberId} and had.state in ('queued', 'sending', 'sent', 'uncertain')
        and found.id = any(e.stories))
    order by published_at desc, id desc limit ${storiesMost}`)
  return rows.map(({ id }) => id)
}

type Welcome = {
  /** The subscriptions of the address, in words. */
  about: string[]
  stories: readonly MailStory[]
  preferencesUrl: string
  unsubscribeUrl: string
}

/** A few stories, shown as newsletters show them. */
function subscriberWelcome(site: MailSite, { about, stories, preferencesUrl, unsubscribeUrl }: Welcome): MailText {
  const { productName } = site
  const many = stories.length > 1
  return {
    subject: `Welcome to ${productName}: ${many ? 'a few stories' : 'a story'} to start with`,
    preview: wordAtMost(stories.map(({ title }) => lineAtMost(title, 80)).join(' · '), 200),
    heading: `Welcome to ${productName}`,
    blocks: [
      { kind: 'paragraph', words: 'Your subscription is confirmed. From now on we’ll email you:' },
      { kind: 'list', entries: about },
      {
        kind: 'paragraph',
        words: many ? 'Until then, here are the latest stories:' : 'Until then, here is the latest story:',
      },
      ...stories.flatMap((story, index): Block[] =>
        index === 0 ? [storyBlock(site, story, 'large')] : [{ kind: 'divider' }, storyBlock(site, story, 'row')],
      ),
      { kind: 'divider' },
      {
        kind: 'note',
        words: [
          'Fewer emails, or a break? ',
          { text: 'Choose what you get', url: preferencesUrl },
          ', or ',
          { text: 'unsubscribe', url: unsubscribeUrl },
          '.',
        ],
      },
    ],
    reason: `You’re receiving this email once, because you confirmed your subscription to ${productName}.`,
  }
}
