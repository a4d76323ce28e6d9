import { sql } from 'drizzle-orm'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import { csvLine } from '#platform/csv-line.ts'
import type { Db } from '#platform/db/client.ts'
import { disableJit, transaction } from '#platform/db/transaction.ts'

const batchSize = 1_000
const header = [
  ...['email', 'status', 'lists', 'frequency', 'confirmed_at', 'created_at', 'time_zone', 'ended_at', 'suppressed'],
]

/** Streams all subscribers as CSV, in batches. The export is recorded in the audit. */
export async function exportSubscribers(ctx: SignedInContext): Promise<AsyncGenerator<string>> {
  await transaction(ctx.db, (tx) => recordAudit(ctx, tx, { action: 'subscribers_exported' }))
  return write(ctx)
}

async function* write(ctx: Pick<Context, 'db'>): AsyncGenerator<string> {
  yield csvLine(header)
  for (let after: string | undefined; ; ) {
    const rows = await transaction(ctx.db, async (tx) => {
      await disableJit(tx)
      return listForExport(tx, { after, limit: batchSize })
    })
    if (rows.length > 0) yield rows.map(lineOf).join('')
    if (rows.length < batchSize) return
    after = rows.at(-1)?.id
  }
}

function lineOf(row: ExportedSubscriber): string {
  const { email, lists, frequencies, confirmedAt, createdAt, timeZone, endedAt, suppressed } = row
  const values = [email, statusOf(row), lists, frequencies, confirmedAt, createdAt, timeZone, endedAt, suppressed]
  return csvLine(values.map((value) => value ?? ''))
}

function statusOf({ isConfirmed, isSubscribed }: ExportedSubscriber): string {
  if (isConfirmed) return 'confirmed'
  return isSubscribed ? 'unconfirmed' : 'ended'
}

/** An address with all its subscriptions, joined by the database. */
type ExportedSubscriber = {
  id: string
  email: string
  timeZone: string
  isSubscribed: boolean
  isConfirmed: boolean
  /** The lists of active subscriptions; if an address has none, of its ended ones. */
  lists: string | null
  frequencies: string | null
  confirmedAt: string | null
  createdAt: string
  endedAt: string | null
  suppressed: string | null
}

const nothing = '00000000-0000-0000-0000-000000000000'

/** The subscribers after an id, by keyset: the millionth page costs as much as the first. */
async function listForExport(
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
