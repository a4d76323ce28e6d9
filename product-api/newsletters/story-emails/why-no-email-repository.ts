import { sql } from 'drizzle-orm'
import type { Frequency } from '#contract/frequencies.ts'
import type { Db } from '#platform/db/client.ts'
import type { RecipientRow, SendRow } from '#platform/db/tables/newsletters.ts'
import type { SuppressionRow } from '#platform/db/tables/subscriptions.ts'
import { goesToSubscribers } from '#stories/mailings.ts'
import {
  type AnnouncedStory,
  isLive,
  isPaused,
  isSuppressed,
  isSuspended,
  storyConditions,
} from '../audience/audience.ts'

/** An address with everything that decides whether emails go to it. */
export type AskedAddress = {
  id: string
  timeZone: string
  pausedUntil: Date | null
  digestAt: Date | null
  welcomeStories: string[]
  isPaused: boolean
  suppression: SuppressionRow['reason'] | null
  isSuspended: boolean
  isSubscribed: boolean
  isPending: boolean
  endedAt: Date | null
}

export async function findAddress(db: Db, email: string, now: Date): Promise<AskedAddress | undefined> {
  const { rows } = await db.execute<
    Omit<AskedAddress, 'pausedUntil' | 'digestAt' | 'endedAt'> & Record<'pausedUntil' | 'digestAt' | 'endedAt', string>
  >(sql`
    select s.id, s.time_zone as "timeZone", s.paused_until as "pausedUntil", s.digest_at as "digestAt",
      coalesce(to_jsonb(s.welcome_stories), '[]'::jsonb) as "welcomeStories", ${isPaused(now)} as "isPaused",
      case when ${isSuppressed} then (select reason from suppressions x where lower(x.email) = lower(s.email)) end
        as suppression,
      ${isSuspended} as "isSuspended",
      exists (select from subscriptions sub where sub.subscriber_id = s.id and ${isLive}) as "isSubscribed",
      exists (select from subscriptions sub where sub.subscriber_id = s.id and sub.confirmed_at is null
        and sub.ended_at is null) as "isPending",
      (select max(sub.ended_at) from subscriptions sub where sub.subscriber_id = s.id) as "endedAt"
    from subscribers s where lower(s.email) = lower(${email})`)
  const [row] = rows
  if (!row) return undefined
  const { pausedUntil, digestAt, endedAt, ...facts } = row
  return { ...facts, pausedUntil: timeOf(pausedUntil), digestAt: timeOf(digestAt), endedAt: timeOf(endedAt) }
}

export type AskedStory = { id: string; publishedAt: Date | null; goesToSubscribers: boolean }

/** A story in any state. */
export async function findStory(db: Db, id: string): Promise<AskedStory | undefined> {
  const { rows } = await db.execute<{ id: string; published_at: string | null; goes_to_subscribers: boolean }>(sql`
    select id, published_at, ${goesToSubscribers} as goes_to_subscribers from contents where id = ${id}`)
  const [row] = rows
  return row && { id: row.id, publishedAt: timeOf(row.published_at), goesToSubscribers: row.goes_to_subscribers }
}

/** A ledger entry of a subscriber with the story: of several, the email that was sent, else the one most likely to be. */
export type LedgerEntry = Pick<RecipientRow, 'state' | 'reason' | 'tries'> & {
  kind: SendRow['kind']
  sendState: SendRow['state']
  dueAt: Date
  changedAt: Date
}

export async function findLedgerEntry(
  db: Db,
  { subscriberId, storyId }: { subscriberId: string; storyId: string },
): Promise<LedgerEntry | undefined> {
  const { rows } = await db.execute<
    Omit<LedgerEntry, 'dueAt' | 'changedAt'> & { dueAt: string; changedAt: string }
  >(sql`
    select r.state, r.reason, r.tries, r.due_at as "dueAt", r.changed_at as "changedAt", sends.kind,
      sends.state as "sendState"
    from send_recipients r join send_editions e on e.id = r.edition_id join sends on sends.id = r.send_id
    where r.subscriber_id = ${subscriberId} and ${storyId}::uuid = any(e.stories) and sends.env = 'prod'
    order by array_position(
      array['sent', 'uncertain', 'sending', 'queued', 'bounced', 'failed', 'left_out', 'cancelled'], r.state),
      r.changed_at desc limit 1`)
  const [row] = rows
  return row && { ...row, dueAt: new Date(row.dueAt), changedAt: new Date(row.changedAt) }
}

/** A live subscription that is about the story; a follower has it through the author or the publication. */
export type Match = { frequency: Frequency; confirmedAt: Date; isFollower: boolean }

export async function listMatches(db: Db, subscriberId: string, story: AnnouncedStory): Promise<Match[]> {
  const anyOf = (conditions: readonly ReturnType<typeof sql>[]) =>
    sql`coalesce(${conditions.length > 0 ? sql.join([...conditions], sql` or `) : sql`false`}, false)`
  const { followers, everyone } = storyConditions(story)
  const { rows } = await db.execute<{ frequency: Frequency; confirmed_at: string; is_follower: boolean }>(sql`
    select sub.frequency, sub.confirmed_at, ${anyOf(followers)} as is_follower from subscriptions sub
    where sub.subscriber_id = ${subscriberId} and ${isLive} and ${anyOf(everyone)} order by sub.id`)
  return rows.map((row) => ({
    frequency: row.frequency,
    confirmedAt: new Date(row.confirmed_at),
    isFollower: row.is_follower,
  }))
}

export type StorySend = Pick<SendRow, 'state' | 'audience'> & { snapshotAt: Date | null; createdAt: Date }

export async function listStorySends(db: Db, storyId: string): Promise<StorySend[]> {
  const { rows } = await db.execute<
    Pick<SendRow, 'state' | 'audience'> & { snapshotAt: string | null; createdAt: string }
  >(sql`
    select state, audience, frozen_at as "snapshotAt", created_at as "createdAt" from sends
    where content_id = ${storyId} and kind = 'story' and env = 'prod' order by created_at desc`)
  return rows.map((row) => ({ ...row, snapshotAt: timeOf(row.snapshotAt), createdAt: new Date(row.createdAt) }))
}

function timeOf(text: string | null): Date | null {
  return text ? new Date(text) : null
}
