import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import {
  isInAudience,
  isLive,
  isSuppressed,
  isSuspended,
  type SendScope,
  uuids,
} from '../audience/audience-repository.ts'

/** Why a subscriber gets an email: one of their subscriptions. */
export type Reason = {
  uuid: string
  id: string
  category: string | null
  publicationName: string | null
  authorName: string | null
  frequency: string
}

/** A recipient's subscriber at the moment of sending. */
export type RecipientDetails = {
  subscriberId: string
  email: string
  pausedUntil: Date | null
  isSuppressed: boolean
  /** The live subscriptions that put them into the audience; none if all of those have ended. */
  reasons: Reason[]
  /** They have ended a subscription since the snapshot. */
  hasEndedSomething: boolean
}

type DetailsRow = {
  subscriber_id: string
  email: string
  paused_until: string | null
  is_suppressed: boolean
  reasons: Reason[]
  has_ended: boolean
}

/** Deleted subscribers are omitted. */
export async function listRecipientDetails(
  db: Db,
  about: SendScope,
  subscriberIds: readonly string[],
  snapshotAt: Date,
): Promise<Map<string, RecipientDetails>> {
  const { rows } = await db.execute<DetailsRow>(sql`
    select s.id as subscriber_id, s.email, s.paused_until,
      ${isSuppressed} or ${isSuspended} as is_suppressed,
      exists (select from subscriptions e where e.subscriber_id = s.id
        and e.ended_at >= ${snapshotAt.toISOString()}::timestamptz) as has_ended,
      coalesce((
        select jsonb_agg(jsonb_build_object('uuid', sub.uuid, 'id', sub.id, 'category', sub.category,
          'publicationName', p.name, 'authorName', u.name, 'frequency', sub.frequency) order by sub.id)
        from subscriptions sub left join publications p on p.id = sub.publication_id
          left join users u on u.id = sub.author_id
        where sub.subscriber_id = s.id and ${isLive} and ${isInAudience(about)}), '[]'::jsonb) as reasons
    from subscribers s where s.id = any(${uuids(subscriberIds)})`)
  return new Map(
    rows.map((row) => [
      row.subscriber_id,
      {
        subscriberId: row.subscriber_id,
        email: row.email,
        pausedUntil: row.paused_until ? new Date(row.paused_until) : null,
        isSuppressed: row.is_suppressed,
        reasons: row.reasons,
        hasEndedSomething: row.has_ended,
      },
    ]),
  )
}
