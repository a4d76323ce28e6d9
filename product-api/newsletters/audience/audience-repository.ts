import { type SQL, sql } from 'drizzle-orm'
import { digestFrequencies, type Frequency, immediateFrequencies } from '#contract/frequencies.ts'
import type { Db } from '#platform/db/client.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'

/** Audiences up to this size are counted person by person, which takes some milliseconds. */
export const exactMost = 20_000

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
  return sql`sub.frequency in (${sql.join(
    some.map((one) => sql`${one}`),
    sql`, `,
  )})`
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
  return sql`(s.paused_until is not null and s.paused_until > ${now.toISOString()}::timestamptz)`
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

/** How many confirmed subscriptions a list has; triggers keep the count, so it is cheap. */
export async function countList(db: Db, list: string, frequencies: readonly Frequency[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(change), 0)::int as count from audience_counts
    where list = ${list} and frequency in (select jsonb_array_elements_text(${JSON.stringify(frequencies)}::jsonb))`)
  return rows[0]?.count ?? 0
}

/** How many of an audience have paused; few have. */
export async function countPaused(db: Db, about: SendScope, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from subscribers s
    where s.paused_until > ${now.toISOString()}::timestamptz
      and exists (select from subscriptions sub where sub.subscriber_id = s.id and ${isLive} and ${isInAudience(about)})`)
  return rows[0]?.count ?? 0
}

export type NewsFor = { id: string; publishedAt: Date | null }

/**
 * How many of an audience would get an email with at least one of these stories, by the rules of a campaign's snapshot.
 */
export async function countReceiving(
  db: Db,
  about: SendScope,
  news: readonly NewsFor[],
  { periodAgo, now }: { periodAgo: Date; now: Date },
): Promise<number> {
  const ids = news.map(({ id }) => id)
  const editions = await listEditionsWith(db, ids)
  const hadOne = sql`exists (
    select from send_recipients had join send_editions e on e.id = had.edition_id
    where had.subscriber_id = s.id and had.edition_id = any(${uuids(editions)})
      and had.state in ('queued', 'sending', 'sent', 'uncertain') and n.id = any(e.stories))`
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from subscriptions sub join subscribers s on s.id = sub.subscriber_id
    where ${isLive} and ${isInAudience(about)} and ${isReachable(now)} and exists (
      select from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (id uuid, "publishedAt" timestamptz)
      where n."publishedAt" > greatest(
          least(sub.confirmed_at, ${periodAgo.toISOString()}::timestamptz), s.paused_until)
        and not coalesce(n.id = any(s.welcome_stories), false)
        and not ${editions.length > 0 ? hadOne : sql`false`})`)
  return rows[0]?.count ?? 0
}

/** How many subscribers a story would reach who have not received it, each counted once. */
export async function countPeople(db: Db, about: SendScope, now: Date): Promise<number> {
  const stories = about.story?.id ? [about.story.id] : []
  const had = stories.length > 0 ? await listEditionsWith(db, stories) : []
  const parts = audienceConditions(about).map(
    (part) => sql`select sub.subscriber_id as id from subscriptions sub where ${isLive} and ${part}`,
  )
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from subscribers s
    where s.id in (${sql.join(parts, sql` union `)}) and ${isReachable(now)}
      and not ${hasReceived(had)} and not ${wasWelcomedWith(stories)}`)
  return rows[0]?.count ?? 0
}

export function uuids(ids: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`
}
