import { sql } from 'drizzle-orm'
import type { DigestFrequency } from '#contract/frequencies.ts'
import type { Db } from '#platform/db/client.ts'
import { comesAsDigest, isLive, isSuppressed, isSuspended, uuids } from '../audience/audience.ts'

export type DueSubscriber = {
  id: string
  email: string
  timeZone: string
  pausedUntil: Date | null
  digests: DigestFrequency
  digestAt: Date | null
  /** The stories of their welcome mail. */
  welcomeStories: string[]
}

type DueRow = {
  id: string
  email: string
  time_zone: string
  paused_until: string | null
  digests: DigestFrequency
  digest_at: string | null
  welcome_stories: string[] | null
}

/** Subscribers whose next digest is not planned yet, locked until the transaction ends. */
export function lockUnplanned(tx: Db, limit: number): Promise<DueSubscriber[]> {
  return lock(tx, sql`digest_at is null`, limit)
}

/** Subscribers whose digest is due, locked until the transaction ends. */
export function lockDue(tx: Db, now: Date, limit: number): Promise<DueSubscriber[]> {
  return lock(tx, sql`digest_at <= ${now.toISOString()}::timestamptz`, limit)
}

async function lock(tx: Db, which: ReturnType<typeof sql>, limit: number): Promise<DueSubscriber[]> {
  const { rows } = await tx.execute<DueRow>(sql`
    select id, email, time_zone, paused_until, digests, digest_at, to_jsonb(welcome_stories) as welcome_stories
    from subscribers
    where digests is not null and ${which} order by digest_at, id limit ${limit} for update skip locked`)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    timeZone: row.time_zone,
    pausedUntil: row.paused_until ? new Date(row.paused_until) : null,
    digests: row.digests,
    digestAt: row.digest_at ? new Date(row.digest_at) : null,
    welcomeStories: row.welcome_stories ?? [],
  }))
}

export async function markNextDigests(tx: Db, times: readonly { id: string; at: Date }[]): Promise<void> {
  await tx.execute(sql`
    update subscribers as s set digest_at = t.at
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as t (id uuid, at timestamptz) where s.id = t.id`)
}

/** A subscription that comes as a digest. */
export type DigestSubscription = {
  id: string
  subscriberId: string
  category: string | null
  publicationId: string | null
  authorId: string | null
  frequency: DigestFrequency
  confirmedAt: Date
}

export async function listDigestSubscriptions(tx: Db, subscriberIds: readonly string[]): Promise<DigestSubscription[]> {
  const { rows } = await tx.execute<{
    id: string
    subscriber_id: string
    category: string | null
    publication_id: string | null
    author_id: string | null
    frequency: DigestFrequency
    confirmed_at: string
  }>(sql`
    select id, subscriber_id, category, publication_id, author_id, frequency, confirmed_at from subscriptions sub
    where subscriber_id = any(${uuids(subscriberIds)}) and ${isLive} and ${comesAsDigest} order by id`)
  return rows.map((row) => ({
    id: row.id,
    subscriberId: row.subscriber_id,
    category: row.category,
    publicationId: row.publication_id,
    authorId: row.author_id,
    frequency: row.frequency,
    confirmedAt: new Date(row.confirmed_at),
  }))
}

/** The stories that these subscribers have received in any email since a time. */
export async function listHadStories(
  tx: Db,
  subscriberIds: readonly string[],
  since: Date,
): Promise<Map<string, Set<string>>> {
  const { rows } = await tx.execute<{ subscriber_id: string; stories: string[] }>(sql`
    select had.subscriber_id, jsonb_agg(distinct story) as stories
    from send_recipients had join send_editions e on e.id = had.edition_id join sends on sends.id = had.send_id,
      unnest(e.stories) as story
    where had.subscriber_id = any(${uuids(subscriberIds)}) and had.state in ('queued', 'sending', 'sent', 'uncertain')
      and sends.env = 'prod' and e.created_at > ${since.toISOString()}::timestamptz
    group by had.subscriber_id`)
  return new Map(rows.map(({ subscriber_id, stories }) => [subscriber_id, new Set(stories)]))
}

/** Which of these subscribers have a suppressed address or a suspended account. */
export async function listSuppressedIds(tx: Db, subscriberIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from subscribers s where s.id = any(${uuids(subscriberIds)})
      and (${isSuppressed} or ${isSuspended})`)
  return new Set(rows.map(({ id }) => id))
}
