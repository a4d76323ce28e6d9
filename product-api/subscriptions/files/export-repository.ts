import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'

/** An address with everything that it is subscribed to, put together by the database. */
export type ExportedSubscriber = {
  id: string
  email: string
  timeZone: string
  isSubscribed: boolean
  isConfirmed: boolean
  /** Of what is not ended; of an address that has ended everything, of that. */
  lists: string | null
  frequencies: string | null
  confirmedAt: string | null
  createdAt: string
  endedAt: string | null
  suppressed: string | null
}

const nothing = '00000000-0000-0000-0000-000000000000'

/** Those after `after` in the order of their ids, with its keyset: the millionth page costs as much as the first. */
export async function listForExport(
  db: Db,
  { after = nothing, limit }: { after?: string | undefined; limit: number },
): Promise<ExportedSubscriber[]> {
  const { rows } = await db.execute<ExportedSubscriber>(sql`
    select s.id, s.email, s.time_zone as "timeZone", s.is_subscribed as "isSubscribed", s.is_confirmed as "isConfirmed",
      of_it.lists, of_it.frequencies, ${iso(sql`of_it.confirmed_at`)} as "confirmedAt",
      ${iso(sql`s.created_at`)} as "createdAt",
      case when not s.is_subscribed then ${iso(sql`of_it.ended_at`)} end as "endedAt",
      (select reason from suppressions x where lower(x.email) = lower(s.email)) as suppressed
    from (select * from subscribers where id > ${after} order by id limit ${limit}) as s
    left join lateral (
      select
        string_agg(coalesce('category:' || sub.category, 'publication:' || p.slug, 'author:' || sub.author_id), '; ' order by sub.id)
          as lists,
        string_agg(sub.frequency, '; ' order by sub.id) as frequencies,
        min(coalesce(sub.proven_at, sub.confirmed_at)) as confirmed_at, max(sub.ended_at) as ended_at
      from subscriptions sub left join publications p on p.id = sub.publication_id
      where sub.subscriber_id = s.id and (sub.ended_at is null or not s.is_subscribed)) as of_it on true
    order by s.id`)
  return rows
}

function iso(time: ReturnType<typeof sql>) {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}
