import { type SQL, sql } from 'drizzle-orm'
import type { DigestFrequency } from '#contract/frequencies.ts'
import type { Context } from '#platform/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-locks.ts'
import type { Db } from '#platform/db/client.ts'
import { readTimes, sqlTime } from '#platform/db/sql-times.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { afterCommit, disableJit, transaction } from '#platform/db/transaction.ts'
import { holdAgain } from '#stories/mailings.ts'
import {
  audienceConditions,
  findSendScope,
  hasReceived,
  isLive,
  isReachable,
  listEditionsWith,
  listNews,
  newSince,
  periodMs,
  uuids,
  wasWelcomedWith,
} from '../audience/audience.ts'
import {
  claimEdition,
  findSend,
  findStateForUpdate,
  insertPersonalRecipients,
  markSend,
  type NewRecipient,
} from '../audience/send-repository.ts'

/**
 * Each range of subscriptions is a transaction of its own: nothing waits for a million rows, and a killed process resumes
 * with nothing lost. Ranges grow as long as one takes less than a second and a half: the cost per row falls.
 */
const rangeSize = { least: 5_000, most: 100_000, wantedMs: 1_500 } as const

/** The job: records who gets a send; from then on no recipient is added. Running it twice adds no one twice. */
export async function snapshotAudience(ctx: Context, { sendId }: { sendId: string }): Promise<void> {
  const send = await findSend(ctx.db, sendId)
  if (send?.state !== 'freezing') return
  if (send.kind === 'story') await snapshotStory(ctx, send)
  else await snapshotCampaign(ctx, send)
  await transaction(ctx.db, async (tx) => {
    await markSend(tx, sendId, ['freezing'], { state: 'sending', snapshotAt: ctx.now() })
    afterCommit(tx, ctx.wakeSender)
  })
}

async function snapshotStory(ctx: Context, send: SendRow): Promise<void> {
  const about = await findSendScope(ctx.db, send)
  // Unpublished before any recipient was recorded: it goes to no one, and a held story waits for an administrator again.
  if (!about.story) {
    if (send.contentId && send.audience === 'subscribers') await holdAgain(ctx.db, send.contentId)
    return
  }
  const stories = [about.story.id]
  const now = send.createdAt
  const editionId = await claimEdition(ctx.db, send.id, [{ id: about.story.id, publishedAt: now }], now)
  const snapshot = { sendId: send.id, editionId, stories, now: ctx.now() }
  for (const part of audienceConditions(about)) {
    await forEachRange(ctx, send.id, part, async (tx, range) => {
      const hadEditions = await listEditionsWith(tx, stories, send.id)
      await insertRecipients(tx, part, range, { ...snapshot, hadEditions })
    })
  }
}

async function snapshotCampaign(ctx: Context, send: SendRow): Promise<void> {
  const { category, frequency } = send
  if (!category || !frequency) throw new Error('A campaign without a list')
  const now = send.createdAt
  const news = await listNews(ctx.db, category, now)
  const oldest = news.at(-1)
  if (!oldest?.publishedAt) return
  const stories = news.map(({ id }) => id)
  const editionId = await claimEdition(ctx.db, send.id, news, now)
  const snapshot = {
    ...{ sendId: send.id, editionId, stories, now: ctx.now() },
    further: isOldestNew(oldest.publishedAt, frequency, now),
  }
  const [part] = audienceConditions(await findSendScope(ctx.db, send))
  if (!part) return
  await forEachRange(ctx, send.id, part, async (tx, range) => {
    const within = { ...snapshot, hadEditions: await listEditionsWith(tx, stories, send.id) }
    const others = await insertRecipients(tx, part, range, within)
    const wanted = others.flatMap(({ subscriberId, subscriptionId, domain, had, ...times }) => {
      const since = newSince(times, frequency, now)
      const own = news.filter(({ id, publishedAt }) => !had.includes(id) && publishedAt && publishedAt > since)
      return own.length > 0 ? [{ subscriberId, subscriptionId, domain, stories: own }] : []
    })
    await insertPersonalRecipients(tx, send.id, wanted, ctx.now())
  })
}

/** The condition that even the oldest story is new to a subscriber, by the rule of `newSince`. */
function isOldestNew(oldest: Date, frequency: DigestFrequency, now: Date): SQL {
  const periodAgo = sqlTime(new Date(now.getTime() - periodMs(frequency)))
  return sql`least(sub.confirmed_at, ${periodAgo}) < ${sqlTime(oldest)}
    and (s.paused_until is null or s.paused_until < ${sqlTime(oldest)})`
}

/** Stops at the first range that finds the send cancelled. */
async function forEachRange(
  ctx: Context,
  sendId: string,
  part: SQL,
  act: (tx: Db, range: IdRange) => Promise<unknown>,
): Promise<void> {
  let after: string | undefined
  let size: number = rangeSize.least
  for (;;) {
    const next = await findNextRange(ctx.db, part, { after, size })
    if (!next) return
    const startedAt = performance.now()
    const isCancelled = await transaction(ctx.db, async (tx) => {
      await disableJit(tx)
      // A range is joined and sorted in memory.
      await tx.execute(sql`set local work_mem = '64MB'`)
      await lockUntilCommit(tx, 'storyHistory')
      if ((await findStateForUpdate(tx, sendId)) !== 'freezing') return true
      await act(tx, next)
      return false
    })
    if (isCancelled) return
    if (performance.now() - startedAt < rangeSize.wantedMs) size = Math.min(size * 2, rangeSize.most)
    after = next.until
  }
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** The subscriptions after one id, up to another one. */
type IdRange = { after: string; until: string }

/** The next range of up to `size` subscriptions that meet a condition of the audience; undefined after the last. */
async function findNextRange(
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
type PersonalRecipient = Omit<NewRecipient, 'stories'> & {
  confirmedAt: Date
  pausedUntil: Date | null
  had: string[]
}

/**
 * Inserts the recipients of a range who get every story, in the order of the ledger's key: unordered index inserts take
 * half as long again.
 * @returns the others, found in the same pass: a query of the rows just inserted would be planned without statistics.
 */
async function insertRecipients(
  tx: Db,
  part: SQL,
  { after, until }: IdRange,
  snapshot: Snapshot,
): Promise<PersonalRecipient[]> {
  const { sendId, editionId, stories, hadEditions, now, further = sql`true` } = snapshot
  const at = sqlTime(now)
  const { rows } = await tx.execute(sql`
    with found as materialized (
      select sub.id as subscription_id, s.id as subscriber_id, ${domainOf} as domain, sub.confirmed_at, s.paused_until,
        s.welcome_stories,
        not ${wasWelcomedWith(stories)} and not ${hasReceived(hadEditions)} and ${further} as gets_all
      from subscriptions sub join subscribers s on s.id = sub.subscriber_id
      where ${isLive} and ${part} and sub.id > ${after} and sub.id <= ${until} and ${isReachable(now)}
    ), written as (
      insert into send_recipients (send_id, subscriber_id, subscription_id, edition_id, domain, due_at, changed_at)
      select ${sendId}::uuid, subscriber_id, subscription_id, ${editionId}::uuid, domain, ${at}, ${at}
      from found where gets_all order by subscriber_id
      on conflict do nothing
    )
    select subscription_id as "subscriptionId", subscriber_id as "subscriberId", domain, confirmed_at as "confirmedAt",
      paused_until as "pausedUntil",
      ${hadOf(stories, hadEditions)} || coalesce(to_jsonb(welcome_stories), '[]'::jsonb) as had
    from found where not gets_all`)
  return readTimes<PersonalRecipient>(rows, 'confirmedAt', 'pausedUntil')
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
