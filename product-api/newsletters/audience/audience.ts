import { type SQL, sql } from 'drizzle-orm'
import { allCategories } from '#contract/categories.ts'
import {
  type DigestFrequency,
  digestFrequencies,
  type Frequency,
  frequencyTable,
  immediateFrequencies,
} from '#contract/frequencies.ts'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { sqlTime } from '#platform/db/sql-times.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { findMailing } from '#stories/mailings.ts'
import { listMailable, listNewsSince, type MailedStory } from '#stories/newsletter-stories.ts'

/** The fields that determine the audience of a send. */
export type SendScope = Pick<SendRow, 'kind' | 'category' | 'frequency'> & {
  audience?: SendRow['audience']
  story?: AnnouncedStory | undefined
}
/** `category`: the list whose subscribers get it. */
export type AnnouncedStory = { id: string; category: string; authorId: string | null; publicationId: string | null }

/** SQL: the subscription `sub` is confirmed and has not ended. */
export const isLive = sql`sub.confirmed_at is not null and sub.ended_at is null`

/** SQL: the subscription `sub` comes as a digest, or as an email for each story. */
export const comesAsDigest = isAnyOf(digestFrequencies)
const comesImmediately = isAnyOf(immediateFrequencies)

function isAnyOf(some: readonly Frequency[]): SQL {
  const values = some.map((one) => sql`${one}`)
  return sql`sub.frequency in (${sql.join(values, sql`, `)})`
}

/** Conditions on `sub`: a subscription that meets any of them is in the send's audience. Each has its own index. */
export function audienceConditions({ kind, category, frequency, audience, story }: SendScope): SQL[] {
  if (kind === 'campaign') return [sql`sub.category = ${category} and sub.frequency = ${frequency}`]
  if (kind === 'digest') return [comesAsDigest]
  if (!story) return []
  return storyConditions(story)[audience ?? 'everyone'].map((about) => sql`${about} and ${comesImmediately}`)
}

/** Conditions on `sub`: it is about this story, through its author or publication, or through its category. */
export function storyConditions(story: AnnouncedStory): Record<NonNullable<SendRow['audience']>, SQL[]> {
  const followers = [
    ...(story.authorId ? [sql`sub.author_id = ${story.authorId}`] : []),
    ...(story.publicationId ? [sql`sub.publication_id = ${story.publicationId}`] : []),
  ]
  const subscribers = [story.category, 'all'].map((list) => sql`sub.category = ${list}`)
  return { followers, subscribers, everyone: [...followers, ...subscribers] }
}

/** SQL: the subscription `sub` is in the send's audience. */
export function isInAudience(about: SendScope): SQL {
  const parts = audienceConditions(about).map((part) => sql`(${part})`)
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
}

/** SQL: emails may go to the subscriber `s`. */
export function isReachable(now: Date): SQL {
  return sql`not ${isPaused(now)} and not ${isSuppressed} and not ${isSuspended}`
}

/** SQL: the subscriber `s` has paused all emails. */
export function isPaused(now: Date): SQL {
  return sql`(s.paused_until is not null and s.paused_until > ${sqlTime(now)})`
}

/** SQL: the address of the subscriber `s` is on the suppression list. */
export const isSuppressed = sql`exists (select from suppressions x where lower(x.email) = lower(s.email))`

/** SQL: the subscriber `s` is a suspended account's owner. An account that has not proven the address does not count. */
export const isSuspended = sql`exists (select from users held where lower(held.email) = lower(s.email)
  and held.suspended_at is not null and held.email_proven_at is not null)`

/**
 * SQL: the subscriber `s` has received one of these editions, or is about to. A correlated index lookup: as a join, the
 * planner would rely on stale statistics of a fast-growing table.
 */
export function hasReceived(editions: readonly string[]): SQL {
  if (editions.length === 0) return sql`false`
  return sql`coalesce((
    select true from send_recipients had where had.subscriber_id = s.id and had.edition_id = any(${uuids(editions)})
      and had.state in ('queued', 'sending', 'sent', 'uncertain') limit 1), false)`
}

/** SQL: the welcome mail of the subscriber `s` had one of the stories. */
export function wasWelcomedWith(stories: readonly string[]): SQL {
  return sql`coalesce(s.welcome_stories && ${uuids(stories)}, false)`
}

/**
 * The editions of (other) sends that have one of the stories; mostly there are none, and the ledger is not searched.
 */
export async function listEditionsWith(db: Db, stories: readonly string[], exceptSend?: string): Promise<string[]> {
  const other = exceptSend ? sql`and sends.id <> ${exceptSend}` : sql``
  const { rows } = await db.execute<{ id: string }>(sql`
    select e.id from send_editions e join sends on sends.id = e.send_id
    where e.stories && ${uuids(stories)} and sends.env = 'prod' ${other}`)
  return rows.map(({ id }) => id)
}

export function uuids(ids: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`
}

/** The scope of a send, with its story if that may still be emailed. */
export async function findSendScope(
  db: Db,
  send: Pick<SendRow, 'kind' | 'category' | 'frequency' | 'contentId' | 'audience'>,
): Promise<SendScope> {
  const story = send.kind === 'story' && send.contentId ? await findAnnouncedStory(db, send.contentId) : undefined
  return { ...send, story }
}

/** With the category at the time of the decision: a later edit of the story does not change who gets it. */
export async function findAnnouncedStory(db: Db, contentId: string): Promise<AnnouncedStory | undefined> {
  const [story] = await listMailable(db, [contentId])
  if (!story) return undefined
  const { id, authorId, publicationId } = story
  const category = (await findMailing(db, contentId))?.category ?? story.category
  return { id, category, authorId, publicationId }
}

/** Older stories are not news, even to subscribers who have not had them. */
export const oldestMs = 31 * dayMs
/** This many stories are in one email at most. */
export const storiesMost = 40

/** The stories of a list that are news, newest first. */
export function listNews(db: Db, category: string, now: Date): Promise<MailedStory[]> {
  return listNewsSince(db, filterOf(category), { since: new Date(now.getTime() - oldestMs), limit: storiesMost })
}

/**
 * The time since when stories are new to a subscriber: when they subscribed, but at least one period ago; never a time
 * before their pause ended.
 */
export function newSince(
  { confirmedAt, pausedUntil }: { confirmedAt: Date; pausedUntil: Date | null },
  frequency: DigestFrequency,
  now: Date,
): Date {
  const since = Math.min(confirmedAt.getTime(), now.getTime() - periodMs(frequency))
  return new Date(Math.max(since, pausedUntil?.getTime() ?? 0, now.getTime() - oldestMs))
}

const samplesLeast = 3

/** The stories a subscriber would get who has received nothing in the period; the newest ones if there is no news. */
export async function sampleStories(
  db: Db,
  { category, frequency }: { category: string; frequency: DigestFrequency },
  now: Date,
): Promise<MailedStory[]> {
  const since = new Date(now.getTime() - periodMs(frequency))
  const news = (await listNews(db, category, now)).filter(({ publishedAt }) => publishedAt && publishedAt > since)
  if (news.length > 0) return news
  return listNewsSince(db, filterOf(category), { since: new Date(0), limit: samplesLeast })
}

function filterOf(category: string): { category?: string } {
  return category === allCategories ? {} : { category }
}

/** How long one digest of a frequency covers. */
export function periodMs(frequency: DigestFrequency): number {
  return frequencyTable[frequency].digest.days * dayMs
}
