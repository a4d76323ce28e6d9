import { lt, sql } from 'drizzle-orm'
import { figureRanges } from '#contract/dashboard.ts'
import { hostsMost, type ReadBatch } from '#contract/reads.ts'
import type { Caller, Context } from '#platform/context.ts'
import { dayBefore, dayMs, dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { readBatches, storyReadSources, storyReads } from '#platform/db/tables/stories.ts'
import { transaction } from '#platform/db/transaction.ts'
import { invalidField, Problem } from '#platform/problem.ts'

/** A web node that can't reach us keeps its counts for this long; its clock may be a day ahead. */
const latestDays = 7
const keptBatchDays = 8
/** A year is compared with the year before. */
const keptStoryDays = 2 * Math.max(...figureRanges) + latestDays
const keptSourceDays = 400

/**
 * Adds what a web node has counted. @returns how many stories it was about: none if the batch was there before.
 * @throws Problem `forbidden` for anyone but a web node, `bad_request` for a day that is not of this week.
 */
export function addReads(ctx: Context & { caller: Caller }, { batch, day, reads }: ReadBatch): Promise<number> {
  // Our own web nodes only, and not requests that they forward for a browser.
  if (!ctx.caller.isFromWithin) {
    const detail = 'Only a web node may report reads: its address must be in WEB_ADDRESSES.'
    throw new Problem('forbidden', { detail })
  }
  const now = ctx.now()
  const on = day ?? dayOf(now)
  if (on < dayBefore(now, latestDays) || on > dayBefore(now, -1)) {
    throw invalidField('day', `Reads can be reported for the last ${latestDays} days.`)
  }
  return transaction(ctx.db, async (tx) => {
    const lastDay = await lockWindows(tx)
    return upsertReads(tx, { id: batch, receivedAt: now, day: on, reads, lastDay })
  })
}

/** The job that starts a new day: the sums of the last days lose their oldest day. */
export async function moveReadWindows(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const today = dayOf(ctx.now())
  await transaction(ctx.db, async (tx) => {
    const lastDay = await lockWindows(tx)
    if (lastDay < today) await moveWindows(tx, { from: lastDay, to: today })
  })
}

/** The job that deletes the days of single stories that no figure shows any more; their sums stay. */
export async function forgetOldReads(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  await deleteInBatches(ctx.db, storyReads, lt(storyReads.day, dayBefore(now, keptStoryDays)))
  await deleteInBatches(ctx.db, storyReadSources, lt(storyReadSources.day, dayBefore(now, keptSourceDays)))
  const receivedBefore = new Date(now.getTime() - keptBatchDays * dayMs)
  await deleteInBatches(ctx.db, readBatches, lt(readBatches.receivedAt, receivedBefore))
}

type Batch = { id: string; receivedAt: Date; day: string; reads: ReadBatch['reads']; lastDay: string }

/**
 * Locks the sums of the last days until the transaction ends, so that batches run one after another and cannot
 * deadlock. @returns the day up to which the sums count.
 */
async function lockWindows(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ day: string }>(
    sql`select to_char(last_day, 'YYYY-MM-DD') as day from read_windows for update`,
  )
  const day = rows[0]?.day
  if (!day) throw new Error('The row of read_windows is gone')
  return day
}

const storyFigures = ['reads', 'crawler_reads', 'began', 'finished', 'heard_seconds']
const figures = sql.raw(storyFigures.join(', '))

/** Adds a batch, once. @returns how many stories it was about. */
async function upsertReads(tx: Db, { id, receivedAt, day, reads, lastDay }: Batch): Promise<number> {
  // Finds stories by any slug they have or had, and locks them: a concurrent deletion must not fail the whole batch.
  const { rows } = await tx.execute<{ stories: number }>(sql`
    with batch as (
      insert into read_batches (id, received_at) values (${id}, ${receivedAt.toISOString()})
      on conflict do nothing returning id),
    given as (
      select each.* from batch, jsonb_to_recordset(${JSON.stringify(reads)}::jsonb)
        as each (slug text, reads integer, crawler_reads integer, "from" jsonb, began integer, finished integer,
          listens integer, heard_seconds integer)),
    held as materialized (
      select id from contents
      where id in (select content_id from content_slugs where slug in (select slug from given))
      order by id for key share),
    counted as materialized (
      select held.id as content_id, sum(given.reads) as reads, sum(given.crawler_reads) as crawler_reads,
        sum(began) as began, sum(finished) as finished,
        -- Nobody hears more of a narration than there is.
        least(sum(heard_seconds), sum(listens) * coalesce((
          select max(duration_ms) from podcasts join podcast_audio on podcast_audio.id = podcasts.audio_id
          where podcasts.content_id = held.id), 0) / 1000) as heard_seconds
      from given join content_slugs using (slug) join held on held.id = content_slugs.content_id
      group by held.id),
    came as (
      select held.id as content_id, each.source, sum(each.reads) as reads
      from given join content_slugs using (slug) join held on held.id = content_slugs.content_id,
        jsonb_to_recordset(given."from") as each (source text, reads integer)
      group by held.id, each.source),
    -- A host that is new on this day gets a row while there is room for it: those with the most reads first.
    placed as (
      select came.content_id, came.reads,
        case when not is_new_host or known.hosts + row_number() over (
          partition by came.content_id order by is_new_host desc, came.reads desc, came.source
        ) <= ${hostsMost} then came.source else 'others' end as source
      from came
      left join story_read_sources as kept
        on kept.content_id = came.content_id and kept.day = ${day}::date and kept.source = came.source
      cross join lateral (select position('.' in came.source) > 0 and kept.source is null as is_new_host) as host
      cross join lateral (
        select count(*) as hosts from story_read_sources as named
        where named.content_id = came.content_id and named.day = ${day}::date and position('.' in named.source) > 0
      ) as known),
    of_sources as (
      insert into story_read_sources as kept (content_id, day, source, reads)
      select content_id, ${day}::date, source, sum(reads) from placed group by content_id, source
      on conflict (content_id, day, source) do update set reads = kept.reads + excluded.reads),
    of_day as (
      insert into read_days as kept (day, reads, crawler_reads)
      select ${day}::date, sum(reads), sum(crawler_reads) from counted having count(*) > 0
      on conflict (day) do update set
        reads = kept.reads + excluded.reads, crawler_reads = kept.crawler_reads + excluded.crawler_reads),
    of_stories as (
      insert into story_reads as kept (content_id, day, ${figures})
      select content_id, ${day}::date, ${figures} from counted order by content_id
      on conflict (content_id, day) do update set
        ${sql.join(
          storyFigures.map((figure) => sql`${sql.raw(figure)} = kept.${sql.raw(figure)} + excluded.${sql.raw(figure)}`),
          sql`, `,
        )}),
    sums as (
      insert into story_read_sums as kept
        (content_id, reads, crawler_reads, ${columns((range) => sql`${sumOf(range)}`)})
      select content_id, reads, crawler_reads,
        ${columns((range) => sql`case when ${day}::date > ${lastDay}::date - ${range}::int then reads else 0 end`)}
      from counted
      on conflict (content_id) do update set
        reads = kept.reads + excluded.reads, crawler_reads = kept.crawler_reads + excluded.crawler_reads,
        ${columns((range) => sql`${sumOf(range)} = kept.${sumOf(range)} + excluded.${sumOf(range)}`)})
    select count(*)::int as stories from counted`)
  return rows[0]?.stories ?? 0
}

/** Subtracts from each sum the days that have left its range. */
async function moveWindows(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  for (const range of figureRanges) {
    await tx.execute(sql`
      update story_read_sums set ${sumOf(range)} = ${sumOf(range)} - gone.reads
      from (
        select content_id, sum(reads) as reads from story_reads
        where day > ${from}::date - ${range}::int and day <= ${to}::date - ${range}::int and reads > 0
        group by content_id) as gone
      where story_read_sums.content_id = gone.content_id`)
  }
  await tx.execute(sql`update read_windows set last_day = ${to}::date`)
}

function sumOf(range: number) {
  return sql.identifier(`reads_${range}`)
}

function columns(of: (range: number) => ReturnType<typeof sql>) {
  return sql.join(figureRanges.map(of), sql`, `)
}
