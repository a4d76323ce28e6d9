import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { belongsTo, isLive, isSuspended, type SendAbout, uuids } from '../audience/audience-repository.ts'

/** Why a person gets an email: one of their subscriptions. */
export type Reason = {
  uuid: string
  id: string
  category: string | null
  publicationName: string | null
  authorName: string | null
  frequency: string
}

/** A recipient as they are at the moment of sending. */
export type Addressee = {
  subscriberId: string
  email: string
  pausedUntil: Date | null
  isSuppressed: boolean
  /** The subscriptions by which they belong to the send; none if they have ended. */
  reasons: Reason[]
  /** They have ended something since the audience was frozen. */
  hasEndedSomething: boolean
}

type AddresseeRow = {
  subscriber_id: string
  email: string
  paused_until: string | null
  is_suppressed: boolean
  reasons: Reason[]
  has_ended: boolean
}

/** Who is gone is missing. */
export async function listAddressees(
  db: Db,
  about: SendAbout,
  subscriberIds: readonly string[],
  frozenAt: Date,
): Promise<Map<string, Addressee>> {
  const { rows } = await db.execute<AddresseeRow>(sql`
    select s.id as subscriber_id, s.email, s.paused_until,
      exists (select from suppressions x where lower(x.email) = lower(s.email)) or ${isSuspended} as is_suppressed,
      exists (select from subscriptions e where e.subscriber_id = s.id
        and e.ended_at >= ${frozenAt.toISOString()}::timestamptz) as has_ended,
      coalesce((
        select jsonb_agg(jsonb_build_object('uuid', sub.uuid, 'id', sub.id, 'category', sub.category,
          'publicationName', p.name, 'authorName', u.name, 'frequency', sub.frequency) order by sub.id)
        from subscriptions sub left join publications p on p.id = sub.publication_id
          left join users u on u.id = sub.author_id
        where sub.subscriber_id = s.id and ${isLive} and ${belongsTo(about)}), '[]'::jsonb) as reasons
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
