import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import type { Frequency } from '../subscribing/repository.ts'

/** An address of a file that the database knows. */
export type KnownAddress = {
  subscriberId: string
  /** In lower case. */
  email: string
  /** Has refused to be asked, or has ended something and has nothing that is not ended. */
  isGone: boolean
  /** The subscription to the imported list; null if there is none. */
  subscriptionId: string | null
  isConfirmed: boolean
  isEnded: boolean
}
export type NewSubscriber = { id: string; email: string; timeZone: string | undefined }
export type NewSubscription = { id: string; uuid: string; subscriberId: string; provenAt: Date | undefined }

/** In the order of their addresses, so that two parallel imports do not deadlock. */
export async function insertSubscribers(tx: Db, rows: readonly NewSubscriber[], now: Date): Promise<void> {
  const sorted = [...rows].sort((one, other) => (one.email < other.email ? -1 : 1))
  await tx.execute(sql`
    insert into subscribers (id, email, time_zone, created_at)
    select id, email, coalesce(time_zone, 'UTC'), ${now.toISOString()}
    from unnest(${list(sorted, 'id')}::uuid[], ${list(sorted, 'email')}::text[], ${list(sorted, 'timeZone')}::text[])
      as t (id, email, time_zone)
    on conflict do nothing`)
}

/** @param isLocked locks their subscriptions until the transaction ends. */
export async function listKnown(
  db: Db,
  { emails, category, isLocked }: { emails: readonly string[]; category: string; isLocked: boolean },
): Promise<KnownAddress[]> {
  const { rows } = await db.execute<KnownAddress>(sql`
    select s.id as "subscriberId", lower(s.email) as email, its.id as "subscriptionId",
      s.refused_at is not null or (not s.is_subscribed and its.any_ended) as "isGone",
      coalesce(its.is_confirmed, false) as "isConfirmed", coalesce(its.is_ended, false) as "isEnded"
    from subscribers s, lateral (
      select count(ended_at) > 0 as any_ended, min(id::text) filter (where category = ${category}) as id,
        bool_or(confirmed_at is not null) filter (where category = ${category}) as is_confirmed,
        bool_or(ended_at is not null) filter (where category = ${category}) as is_ended
      from subscriptions where subscriber_id = s.id) as its
    where lower(s.email) = any(${sql.param(emails.map((email) => email.toLowerCase()))}::text[])
    order by s.id ${isLocked ? sql`for no key update of s` : sql``}`)
  return rows
}

/** Confirmed if a proof is given. */
export async function insertSubscriptions(
  tx: Db,
  rows: readonly NewSubscription[],
  { category, frequency, now }: { category: string; frequency: Frequency; now: Date },
): Promise<void> {
  const at = now.toISOString()
  await tx.execute(sql`
    insert into subscriptions
      (id, uuid, subscriber_id, category, frequency, asked_at, confirmed_at, proven_at, created_at)
    select id, uuid, subscriber_id, ${category}, ${frequency}, ${at}, case when proven_at is not null then ${at}::timestamptz end,
      proven_at, ${at}
    from unnest(${list(rows, 'id')}::uuid[], ${list(rows, 'uuid')}::uuid[], ${list(rows, 'subscriberId')}::uuid[],
      ${times(rows)}::timestamptz[]) as t (id, uuid, subscriber_id, proven_at)
    on conflict do nothing`)
}

export async function markConfirmed(
  tx: Db,
  rows: readonly { id: string; provenAt: Date | undefined }[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update subscriptions set confirmed_at = ${now.toISOString()}, proven_at = given.proven_at
    from unnest(${list(rows, 'id')}::uuid[], ${times(rows)}::timestamptz[]) as given (id, proven_at)
    where subscriptions.id = given.id and confirmed_at is null and ended_at is null`)
}

function list<T>(rows: readonly T[], name: keyof T): SQL {
  return sql`${sql.param(rows.map((row) => row[name] ?? null))}`
}

function times(rows: readonly { provenAt: Date | undefined }[]): SQL {
  return sql`${sql.param(rows.map(({ provenAt }) => provenAt?.toISOString() ?? null))}`
}
