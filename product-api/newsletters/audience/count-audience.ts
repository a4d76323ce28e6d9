import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { sqlTime } from '#platform/db/sql-times.ts'
import {
  audienceConditions,
  hasReceived,
  isInAudience,
  isLive,
  isReachable,
  listEditionsWith,
  type SendScope,
  uuids,
  wasWelcomedWith,
} from './audience.ts'

/** Audiences up to this size are counted person by person, which takes some milliseconds. */
export const exactMost = 20_000

/** How many of an audience have paused; few have. */
export async function countPaused(db: Db, about: SendScope, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from subscribers s
    where s.paused_until > ${sqlTime(now)}
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
          least(sub.confirmed_at, ${sqlTime(periodAgo)}), s.paused_until)
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
