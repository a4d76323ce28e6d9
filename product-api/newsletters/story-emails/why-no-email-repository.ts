import { sql } from 'drizzle-orm'
import type { Frequency } from '#contract/frequencies.ts'
import type { Db } from '#platform/db/client.ts'
import { readTimes } from '#platform/db/sql-times.ts'
import type { RecipientRow, SendRow } from '#platform/db/tables/newsletters.ts'
import type { SubscriberRow, SuppressionRow } from '#platform/db/tables/subscriptions.ts'
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
export type AskedAddress = Pick<SubscriberRow, 'id' | 'timeZone' | 'pausedUntil' | 'digestAt'> & {
  welcomeStories: string[]
  isPaused: boolean
  suppression: SuppressionRow['reason'] | null
  isSuspended: boolean
  isSubscribed: boolean
  isPending: boolean
  endedAt: Date | null
}

export async function findAddress(db: Db, email: string, now: Date): Promise<AskedAddress | undefined> {
  const { rows } = await db.execute(sql`
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
  return readTimes<AskedAddress>(rows, 'pausedUntil', 'digestAt', 'endedAt')[0]
}

export type AskedStory = { id: string; publishedAt: Date | null; goesToSubscribers: boolean }

/** A story in any state. */
export async function findStory(db: Db, id: string): Promise<AskedStory | undefined> {
  const { rows } = await db.execute(sql`
    select id, published_at as "publishedAt", ${goesToSubscribers} as "goesToSubscribers" from contents where id = ${id}`)
  return readTimes<AskedStory>(rows, 'publishedAt')[0]
}

/** A ledger entry of a subscriber with the story: of several, the email that was sent, else the one most likely to be. */
export type LedgerEntry = Pick<RecipientRow, 'state' | 'reason' | 'tries' | 'dueAt' | 'changedAt'> & {
  kind: SendRow['kind']
  sendState: SendRow['state']
}

export async function findLedgerEntry(
  db: Db,
  { subscriberId, storyId }: { subscriberId: string; storyId: string },
): Promise<LedgerEntry | undefined> {
  const { rows } = await db.execute(sql`
    select r.state, r.reason, r.tries, r.due_at as "dueAt", r.changed_at as "changedAt", sends.kind,
      sends.state as "sendState"
    from send_recipients r join send_editions e on e.id = r.edition_id join sends on sends.id = r.send_id
    where r.subscriber_id = ${subscriberId} and ${storyId}::uuid = any(e.stories) and sends.env = 'prod'
    order by array_position(
      array['sent', 'uncertain', 'sending', 'queued', 'bounced', 'failed', 'left_out', 'cancelled'], r.state),
      r.changed_at desc limit 1`)
  return readTimes<LedgerEntry>(rows, 'dueAt', 'changedAt')[0]
}

/** A live subscription that is about the story; a follower has it through the author or the publication. */
export type Match = { frequency: Frequency; confirmedAt: Date; isFollower: boolean }

export async function listMatches(db: Db, subscriberId: string, story: AnnouncedStory): Promise<Match[]> {
  const anyOf = (conditions: readonly ReturnType<typeof sql>[]) =>
    sql`coalesce(${conditions.length > 0 ? sql.join([...conditions], sql` or `) : sql`false`}, false)`
  const { followers, everyone } = storyConditions(story)
  const { rows } = await db.execute(sql`
    select sub.frequency, sub.confirmed_at as "confirmedAt", ${anyOf(followers)} as "isFollower" from subscriptions sub
    where sub.subscriber_id = ${subscriberId} and ${isLive} and ${anyOf(everyone)} order by sub.id`)
  return readTimes<Match>(rows, 'confirmedAt')
}

export type StorySend = Pick<SendRow, 'state' | 'audience' | 'snapshotAt' | 'createdAt'>

export async function listStorySends(db: Db, storyId: string): Promise<StorySend[]> {
  const { rows } = await db.execute(sql`
    select state, audience, frozen_at as "snapshotAt", created_at as "createdAt" from sends
    where content_id = ${storyId} and kind = 'story' and env = 'prod' order by created_at desc`)
  return readTimes<StorySend>(rows, 'snapshotAt', 'createdAt')
}
