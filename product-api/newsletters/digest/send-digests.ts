import { allCategories } from '#contract/categories.ts'
import type { Context } from '#platform/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-locks.ts'
import type { Db } from '#platform/db/client.ts'
import { afterCommit, transaction } from '#platform/db/transaction.ts'
import { domainOf } from '#platform/mail/address.ts'
import { listNewsItems, type NewsItem } from '#stories/newsletter-stories.ts'
import { newSince, oldestMs, storiesMost } from '../audience/audience.ts'
import {
  createSend,
  findSendByKey,
  insertPersonalRecipients,
  markSend,
  type NewRecipient,
} from '../audience/send-repository.ts'
import * as repository from './digest-repository.ts'
import { isDue, nextMorning } from './next-morning.ts'

const batch = 500
/** Far more than are published in a month; a hundred thousand take some 20 MB of memory. */
const newsMost = 100_000

/**
 * The job: adds a recipient for each subscriber whose digest is due, with all stories that are new to them in everything
 * they follow. Their next digest is planned in the same transaction: after a crash no one gets two, and no one is skipped.
 */
export async function sendDigests(ctx: Context): Promise<void> {
  while ((await planBatch(ctx)) === batch);
  const now = ctx.now()
  let news: NewsIndex | undefined
  // Loaded only once a digest is due.
  const findNews = async (tx: Db) => {
    news ??= newsIndex(await listNewsItems(tx, { since: new Date(now.getTime() - oldestMs), limit: newsMost }))
    return news
  }
  while ((await writeBatch(ctx, findNews, now)) === batch);
}

/** Plans the next digest of subscribers whose subscriptions or preferences have changed. */
function planBatch(ctx: Context): Promise<number> {
  return transaction(ctx.db, async (tx) => {
    const unplanned = await repository.lockUnplanned(tx, batch)
    await repository.markNextDigests(
      tx,
      unplanned.map((subscriber) => ({ id: subscriber.id, at: next(ctx, subscriber) })),
    )
    return unplanned.length
  })
}

function writeBatch(ctx: Context, findNews: (tx: Db) => Promise<NewsIndex>, now: Date): Promise<number> {
  return transaction(ctx.db, async (tx) => {
    const due = await repository.lockDue(tx, now, batch)
    if (due.length === 0) return 0
    const news = await findNews(tx)
    await lockUntilCommit(tx, 'storyHistory')
    const ids = due.map(({ id }) => id)
    const subscriptions = Map.groupBy(await repository.listDigestSubscriptions(tx, ids), (one) => one.subscriberId)
    const had = await repository.listHadStories(tx, ids, new Date(now.getTime() - 2 * oldestMs))
    const suppressed = await repository.listSuppressedIds(tx, ids)
    const wanted = due.flatMap((subscriber) => {
      if (suppressed.has(subscriber.id) || (subscriber.pausedUntil && subscriber.pausedUntil > now)) return []
      const own = subscriptions.get(subscriber.id) ?? []
      const known = new Set([...(had.get(subscriber.id) ?? []), ...subscriber.welcomeStories])
      const digest = digestOf(ctx, subscriber, own, news, known, now)
      return digest ? [{ subscriberId: subscriber.id, domain: domainOf(subscriber.email), ...digest }] : []
    })
    if (wanted.length > 0) await addToDigest(ctx, tx, wanted, now)
    await repository.markNextDigests(
      tx,
      due.map((subscriber) => ({ id: subscriber.id, at: next(ctx, subscriber) })),
    )
    return due.length
  })
}

/** A subscriber's digest; undefined if nothing is new to them. */
function digestOf(
  { newsletters }: Context,
  { timeZone, digestAt, pausedUntil }: repository.DueSubscriber,
  subscriptions: readonly repository.DigestSubscription[],
  news: NewsIndex,
  had: ReadonlySet<string>,
  now: Date,
): { subscriptionId: string; stories: NewsItem[] } | undefined {
  const morning = { timeZone, hour: newsletters.digestHour }
  const found = subscriptions
    .filter(({ frequency }) => isDue({ ...morning, frequency }, digestAt ?? now, now))
    .map((one) => {
      const since = newSince({ confirmedAt: one.confirmedAt, pausedUntil }, one.frequency, now)
      return { id: one.id, stories: newestOf(news(one), { since, had, most: storiesMost }) }
    })
  const stories = mergeLists(found.map((one) => one.stories)).slice(0, storiesMost)
  const first = found.find((one) => one.stories.some((story) => stories.includes(story)))
  return first && { subscriptionId: first.id, stories }
}

function next({ newsletters, now }: Context, { timeZone, digests, pausedUntil }: repository.DueSubscriber): Date {
  const after = Math.max(now().getTime(), pausedUntil?.getTime() ?? 0)
  return nextMorning({ timeZone, hour: newsletters.digestHour, frequency: digests }, new Date(after))
}

const slotMs = 15 * 60_000

/** Adds recipients to the send of this quarter of an hour, and reopens it if it is done. */
export async function addToDigest(
  ctx: Pick<Context, 'now' | 'wakeSender'>,
  tx: Db,
  recipients: readonly NewRecipient[],
  now: Date,
): Promise<void> {
  const slot = new Date(Math.floor(now.getTime() / slotMs) * slotMs)
  const period = `${slot.toISOString().slice(0, 16)}Z`
  const key = `digest:${period}`
  const made = await createSend(ctx, tx, { kind: 'digest', env: 'prod', period, key, state: 'sending' })
  const id = made ?? (await findSendByKey(tx, key))?.id
  if (!id) throw new Error('A send vanished while it was inserted')
  await insertPersonalRecipients(tx, id, recipients, now)
  // Reopened after the insert, which locks its row: before it, another process could finish the send in between.
  await markSend(tx, id, ['done'], { state: 'sending', endedAt: null })
  afterCommit(tx, ctx.wakeSender)
}

/** The target of a subscription: a list, a publication or an author. */
type Followed = { category: string | null; publicationId: string | null; authorId: string | null }

type NewsIndex = (followed: Followed) => readonly NewsItem[]

/**
 * Indexes news items by list, publication and author. Takes the items newest first, and returns them so. A category has
 * only the stories that go to its subscribers.
 */
function newsIndex(items: readonly NewsItem[]): NewsIndex {
  const ofCategories = items.filter(({ goesToSubscribers }) => goesToSubscribers)
  const byCategory = Map.groupBy(ofCategories, ({ category }) => category)
  const byPublication = Map.groupBy(items, ({ publicationId }) => publicationId)
  const byAuthor = Map.groupBy(items, ({ authorId }) => authorId)
  return ({ category, publicationId, authorId }) => {
    if (category === allCategories) return ofCategories
    if (category) return byCategory.get(category) ?? []
    return (publicationId ? byPublication.get(publicationId) : authorId && byAuthor.get(authorId)) || []
  }
}

/** The newest items of a list that were published after `since` and are not in `had`. */
function newestOf(
  items: readonly NewsItem[],
  { since, had, most }: { since: Date; had: ReadonlySet<string>; most: number },
): NewsItem[] {
  const found: NewsItem[] = []
  for (const item of items) {
    if (item.publishedAt <= since || found.length === most) break
    if (!had.has(item.id)) found.push(item)
  }
  return found
}

/** Merges several lists: each item once, newest first. */
function mergeLists(lists: readonly NewsItem[][]): NewsItem[] {
  const byId = new Map(lists.flat().map((item) => [item.id, item]))
  return [...byId.values()].sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? 1 : -1))
}
