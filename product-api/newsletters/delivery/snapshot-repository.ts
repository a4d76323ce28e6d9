import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { hasReceived, isLive, isReachable, uuids, wasWelcomedWith } from '../audience/audience-repository.ts'

const firstId = '00000000-0000-0000-0000-000000000000'

/** The subscriptions after one id, up to another one. */
export type IdRange = { after: string; until: string }

/** The next range of up to `size` subscriptions that meet a condition of the audience; undefined after the last. */
export async function findNextRange(
  db: Db,
  part: SQL,
  { after = firstId, size }: { after?: string | undefined; size: number },
): Promise<IdRange | undefined> {
  const { rows } = await db.execute<{ until: string | null }>(sql`
    select max(id::text)::uuid as until from (
      select sub.id from subscriptions sub where ${isLive} and ${part} and sub.id > ${after} order by sub.id limit ${size}
    ) as next`)
  const until = rows[0]?.until
  return until ? { after, until } : undefined
}

type Snapshot = {
  sendId: string
  editionId: string
  stories: readonly string[]
  /** The editions of other sends that have one of the stories. */
  hadEditions: readonly string[]
  now: Date
  /** An extra condition for recipients who get every story. */
  further?: SQL
}

/** A subscriber who does not get every story: they have had some, or some are older than their subscription. */
export type PersonalRecipient = {
  subscriptionId: string
  subscriberId: string
  domain: string
  confirmedAt: Date
  pausedUntil: Date | null
  had: string[]
}

/**
 * Inserts the recipients of a range who get every story, in the order of the ledger's key: unordered index inserts take
 * half as long again.
 * @returns the others, found in the same pass: a query of the rows just inserted would be planned without statistics.
 */
export async function insertRecipients(
  tx: Db,
  part: SQL,
  { after, until }: IdRange,
  snapshot: Snapshot,
): Promise<PersonalRecipient[]> {
  const { sendId, editionId, stories, hadEditions, now } = snapshot
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await tx.execute<PersonalRow>(sql`
    with found as materialized (
      select sub.id as subscription_id, s.id as subscriber_id, ${domainOf} as domain, sub.confirmed_at, s.paused_until,
        s.welcome_stories, ${getsAll(snapshot)} as gets_all
      from subscriptions sub join subscribers s on s.id = sub.subscriber_id
      where ${isLive} and ${part} and sub.id > ${after} and sub.id <= ${until} and ${isReachable(now)}
    ), written as (
      insert into send_recipients (send_id, subscriber_id, subscription_id, edition_id, domain, due_at, changed_at)
      select ${sendId}::uuid, subscriber_id, subscription_id, ${editionId}::uuid, domain, ${at}, ${at}
      from found where gets_all order by subscriber_id
      on conflict do nothing
    )
    select subscription_id, subscriber_id, domain, confirmed_at, paused_until,
      ${hadOf(stories, hadEditions)} || coalesce(to_jsonb(welcome_stories), '[]'::jsonb) as had
    from found where not gets_all`)
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    subscriberId: row.subscriber_id,
    domain: row.domain,
    confirmedAt: new Date(row.confirmed_at),
    pausedUntil: row.paused_until ? new Date(row.paused_until) : null,
    had: row.had,
  }))
}

function getsAll({ stories, hadEditions, further = sql`true` }: Snapshot): SQL {
  return sql`(not ${wasWelcomedWith(stories)} and not ${hasReceived(hadEditions)} and ${further})`
}

type PersonalRow = {
  subscription_id: string
  subscriber_id: string
  domain: string
  confirmed_at: string
  paused_until: string | null
  had: string[]
}

/** Which of the stories the subscribers of `found` have received in one of these editions. */
function hadOf(stories: readonly string[], editions: readonly string[]): SQL {
  if (editions.length === 0) return sql`'[]'::jsonb`
  return sql`coalesce((
    select jsonb_agg(distinct story) from send_recipients had
    join send_editions e on e.id = had.edition_id, unnest(e.stories) as story
    where had.subscriber_id = found.subscriber_id and had.edition_id = any(${uuids(editions)})
      and had.state in ('queued', 'sending', 'sent', 'uncertain') and story = any(${uuids(stories)})), '[]'::jsonb)`
}

const domainOf = sql`lower(substring(s.email from '@([^@]*)$'))`
