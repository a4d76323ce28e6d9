import { and, asc, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { allCategories } from '#contract/categories.ts'
import type { DigestFrequency } from '#contract/frequencies.ts'
import type { Context } from '#platform/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-locks.ts'
import type { Db } from '#platform/db/client.ts'
import { readTimes, sqlTime } from '#platform/db/sql-times.ts'
import { type SubscriberRow, subscribers, type subscriptions } from '#platform/db/tables/subscriptions.ts'
import { afterCommit, transaction } from '#platform/db/transaction.ts'
import { domainOf } from '#platform/mail/address.ts'
import { listNewsItems, type NewsItem } from '#stories/newsletter-stories.ts'
import {
  comesAsDigest,
  isLive,
  isSuppressed,
  isSuspended,
  newSince,
  oldestMs,
  storiesMost,
  uuids,
} from '../audience/audience.ts'
import {
  createSend,
  findSendByKey,
  insertPersonalRecipients,
  markSend,
  type NewRecipient,
} from '../audience/send-repository.ts'
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
    const unplanned = await lockBatch(tx, isNull(subscribers.digestAt))
    await markNextDigests(ctx, tx, unplanned)
    return unplanned.length
  })
}

function writeBatch(ctx: Context, findNews: (tx: Db) => Promise<NewsIndex>, now: Date): Promise<number> {
  return transaction(ctx.db, async (tx) => {
    const due = await lockBatch(tx, lte(subscribers.digestAt, now))
    if (due.length === 0) return 0
    const news = await findNews(tx)
    await lockUntilCommit(tx, 'storyHistory')
    const ids = due.map(({ id }) => id)
    const bySubscriber = Map.groupBy(await listDigestSubscriptions(tx, ids), (one) => one.subscriberId)
    const had = await listHadStories(tx, ids, new Date(now.getTime() - 2 * oldestMs))
    const suppressed = await listSuppressedIds(tx, ids)
    const wanted = due.flatMap((subscriber) => {
      if (suppressed.has(subscriber.id) || (subscriber.pausedUntil && subscriber.pausedUntil > now)) return []
      const own = bySubscriber.get(subscriber.id) ?? []
      const known = new Set([...(had.get(subscriber.id) ?? []), ...(subscriber.welcomeStories ?? [])])
      const digest = digestOf(ctx, subscriber, own, news, known, now)
      return digest ? [{ subscriberId: subscriber.id, domain: domainOf(subscriber.email), ...digest }] : []
    })
    if (wanted.length > 0) await addToDigest(ctx, tx, wanted, now)
    await markNextDigests(ctx, tx, due)
    return due.length
  })
}

/** A subscriber's digest; undefined if nothing is new to them. */
function digestOf(
  { newsletters }: Context,
  { timeZone, digestAt, pausedUntil }: DueSubscriber,
  subscriptions: readonly DigestSubscription[],
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

async function markNextDigests(ctx: Context, tx: Db, planned: readonly DueSubscriber[]): Promise<void> {
  const hour = ctx.newsletters.digestHour
  const times = planned.map(({ id, timeZone, digests, pausedUntil }) => {
    const after = Math.max(ctx.now().getTime(), pausedUntil?.getTime() ?? 0)
    return { id, at: nextMorning({ timeZone, hour, frequency: digests }, new Date(after)) }
  })
  await tx.execute(sql`
    update subscribers as s set digest_at = t.at
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as t (id uuid, at timestamptz) where s.id = t.id`)
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

type NewsIndex = (followed: Pick<DigestSubscription, 'category' | 'publicationId' | 'authorId'>) => readonly NewsItem[]

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

type DueSubscriber = SubscriberRow & { digests: DigestFrequency }

/** Subscribers with digests to whom this applies, locked until the transaction ends. */
async function lockBatch(tx: Db, which: SQL): Promise<DueSubscriber[]> {
  const rows = await tx
    .select()
    .from(subscribers)
    .where(and(isNotNull(subscribers.digests), which))
    .orderBy(asc(subscribers.digestAt), asc(subscribers.id))
    .limit(batch)
    .for('update', { skipLocked: true })
  return rows as DueSubscriber[]
}

/** A subscription that comes as a digest. */
type DigestSubscription = Pick<
  typeof subscriptions.$inferSelect,
  'id' | 'subscriberId' | 'category' | 'publicationId' | 'authorId'
> & { frequency: DigestFrequency; confirmedAt: Date }

async function listDigestSubscriptions(tx: Db, subscriberIds: readonly string[]): Promise<DigestSubscription[]> {
  const { rows } = await tx.execute(sql`
    select id, subscriber_id as "subscriberId", category, publication_id as "publicationId", author_id as "authorId",
      frequency, confirmed_at as "confirmedAt"
    from subscriptions sub
    where subscriber_id = any(${uuids(subscriberIds)}) and ${isLive} and ${comesAsDigest} order by id`)
  return readTimes<DigestSubscription>(rows, 'confirmedAt')
}

/** The stories that these subscribers have received in any email since a time. */
async function listHadStories(
  tx: Db,
  subscriberIds: readonly string[],
  since: Date,
): Promise<Map<string, Set<string>>> {
  const { rows } = await tx.execute<{ subscriber_id: string; stories: string[] }>(sql`
    select had.subscriber_id, jsonb_agg(distinct story) as stories
    from send_recipients had join send_editions e on e.id = had.edition_id join sends on sends.id = had.send_id,
      unnest(e.stories) as story
    where had.subscriber_id = any(${uuids(subscriberIds)}) and had.state in ('queued', 'sending', 'sent', 'uncertain')
      and sends.env = 'prod' and e.created_at > ${sqlTime(since)}
    group by had.subscriber_id`)
  return new Map(rows.map(({ subscriber_id, stories }) => [subscriber_id, new Set(stories)]))
}

/** Which of these subscribers have a suppressed address or a suspended account. */
async function listSuppressedIds(tx: Db, subscriberIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from subscribers s where s.id = any(${uuids(subscriberIds)})
      and (${isSuppressed} or ${isSuspended})`)
  return new Set(rows.map(({ id }) => id))
}
