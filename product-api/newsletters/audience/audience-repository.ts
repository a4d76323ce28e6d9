import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'

/** Up to so many each person is looked at on their own; that takes some milliseconds. */
export const exactMost = 20_000

/** What decides who belongs to a send. */
export type SendAbout = Pick<SendRow, 'kind' | 'category' | 'frequency'> & {
  audience?: SendRow['audience']
  story?: AnnouncedStory | undefined
}
/** `category`: to whose subscribers it goes. */
export type AnnouncedStory = { id: string; category: string; authorId: string | null; publicationId: string | null }

/** Confirmed and not ended, of the subscriptions called `sub`. */
export const isLive = sql`sub.confirmed_at is not null and sub.ended_at is null`

/** Which subscriptions belong to a send; each condition has its own index. */
export function partsOf({ kind, category, frequency, audience, story }: SendAbout): SQL[] {
  if (kind === 'campaign') return [sql`sub.category = ${category} and sub.frequency = ${frequency}`]
  if (kind === 'digest') return [sql`sub.frequency in ('daily', 'weekly')`]
  if (!story) return []
  const followers = [
    ...(story.authorId ? [sql`sub.author_id = ${story.authorId}`] : []),
    ...(story.publicationId ? [sql`sub.publication_id = ${story.publicationId}`] : []),
  ]
  const subscribers = [story.category, 'all'].map((list) => sql`sub.category = ${list}`)
  const abouts = {
    followers,
    subscribers,
    everyone: [...followers, ...subscribers],
  }
  return abouts[audience ?? 'everyone'].map((about) => sql`${about} and sub.frequency = 'published'`)
}

/** Any of its parts. */
export function belongsTo(about: SendAbout): SQL {
  const parts = partsOf(about).map((part) => sql`(${part})`)
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
}

/** Nothing goes to a subscriber, called `s`, who has paused, whose address is suppressed, or whose account is suspended. */
export function isReachable(now: Date): SQL {
  return sql`(s.paused_until is null or s.paused_until <= ${now.toISOString()}::timestamptz)
    and not exists (select from suppressions x where lower(x.email) = lower(s.email)) and not ${isSuspended}`
}

/** Whether the subscriber `s` is a suspended person: an account that has not proven the address says nothing about it. */
export const isSuspended = sql`exists (select from users held where lower(held.email) = lower(s.email)
  and held.suspended_at is not null and held.email_proven_at is not null)`

/**
 * Whether one of these editions came to the subscriber `s`, or is about to. A look for each subscriber, by index: as a join it
 * is planned by figures of a ledger that grows by a million rows while it is asked.
 */
export function hasHad(editions: readonly string[]): SQL {
  if (editions.length === 0) return sql`false`
  return sql`coalesce((
    select true from send_recipients had where had.subscriber_id = s.id and had.edition_id = any(${uuids(editions)})
      and had.state in ('queued', 'sending', 'sent', 'uncertain') limit 1), false)`
}

/** Whether the email that greeted the subscriber `s` told of one of the stories. */
export function wasGreetedWith(stories: readonly string[]): SQL {
  return sql`coalesce(s.welcome_stories && ${uuids(stories)}, false)`
}

/**
 * The editions of (other) sends that have one of the stories; mostly there are none, and no recipient need be looked at.
 */
export async function listEditionsWith(db: Db, stories: readonly string[], exceptSend?: string): Promise<string[]> {
  const other = exceptSend ? sql`and sends.id <> ${exceptSend}` : sql``
  const { rows } = await db.execute<{ id: string }>(sql`
    select e.id from send_editions e join sends on sends.id = e.send_id
    where e.stories && ${uuids(stories)} and sends.env = 'prod' ${other}`)
  return rows.map(({ id }) => id)
}

/** How many confirmed subscriptions a list has; kept by the writes, so it takes no time. */
export async function countList(db: Db, list: string, frequencies: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(change), 0)::int as count from audience_counts
    where list = ${list} and frequency in (select jsonb_array_elements_text(${JSON.stringify(frequencies)}::jsonb))`)
  return rows[0]?.count ?? 0
}

/** How many of a list have paused; few have. */
export async function countPaused(db: Db, about: SendAbout, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from subscribers s
    where s.paused_until > ${now.toISOString()}::timestamptz
      and exists (select from subscriptions sub where sub.subscriber_id = s.id and ${isLive} and ${belongsTo(about)})`)
  return rows[0]?.count ?? 0
}

export type NewsFor = { id: string; publishedAt: Date | null }

/**
 * How many of a list would get an email with at least one of these stories, as a campaign that is frozen now finds them.
 */
export async function countReceiving(
  db: Db,
  about: SendAbout,
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
    where ${isLive} and ${belongsTo(about)} and ${isReachable(now)} and exists (
      select from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (id uuid, "publishedAt" timestamptz)
      where n."publishedAt" > greatest(
          least(sub.confirmed_at, ${periodAgo.toISOString()}::timestamptz), s.paused_until)
        and not coalesce(n.id = any(s.welcome_stories), false)
        and not ${editions.length > 0 ? hadOne : sql`false`})`)
  return rows[0]?.count ?? 0
}

/** How many people a story would reach who have not had it, each counted once. */
export async function countPeople(db: Db, about: SendAbout, now: Date): Promise<number> {
  const stories = about.story?.id ? [about.story.id] : []
  const had = stories.length > 0 ? await listEditionsWith(db, stories) : []
  const parts = partsOf(about).map(
    (part) => sql`select sub.subscriber_id as id from subscriptions sub where ${isLive} and ${part}`,
  )
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from subscribers s
    where s.id in (${sql.join(parts, sql` union `)}) and ${isReachable(now)}
      and not ${hasHad(had)} and not ${wasGreetedWith(stories)}`)
  return rows[0]?.count ?? 0
}

export function uuids(ids: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`
}
