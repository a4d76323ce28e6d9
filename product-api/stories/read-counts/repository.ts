import { lt, sql } from 'drizzle-orm'
import { figureRanges } from '#contract/dashboard.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { readBatches, storyReads } from '#platform/db/tables/stories.ts'

type Reads = { slug: string; reads: number; crawler_reads: number }
type Batch = { id: string; receivedAt: Date; day: string; reads: readonly Reads[]; lastDay: string }

/**
 * Locks the sums of the last days until the transaction ends, so that batches run one after another and cannot
 * deadlock. @returns the day up to which the sums count.
 */
export async function lockWindows(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ day: string }>(
    sql`select to_char(last_day, 'YYYY-MM-DD') as day from read_windows for update`,
  )
  const day = rows[0]?.day
  if (!day) throw new Error('The row of read_windows is gone')
  return day
}

/** Adds a batch, once. @returns how many stories it was about. */
export async function upsertReads(tx: Db, { id, receivedAt, day, reads, lastDay }: Batch): Promise<number> {
  // Finds stories by any slug they have or had, and locks them: a concurrent deletion must not fail the whole batch.
  const { rows } = await tx.execute<{ stories: number }>(sql`
    with batch as (
      insert into read_batches (id, received_at) values (${id}, ${receivedAt.toISOString()})
      on conflict do nothing returning id),
    given as (
      select each.* from batch, jsonb_to_recordset(${JSON.stringify(reads)}::jsonb)
        as each (slug text, reads integer, crawler_reads integer)),
    held as materialized (
      select id from contents
      where id in (select content_id from content_slugs where slug in (select slug from given))
      order by id for key share),
    counted as materialized (
      select held.id as content_id, sum(given.reads) as reads, sum(given.crawler_reads) as crawler_reads
      from given join content_slugs using (slug) join held on held.id = content_slugs.content_id
      group by held.id),
    of_day as (
      insert into read_days as kept (day, reads, crawler_reads)
      select ${day}::date, sum(reads), sum(crawler_reads) from counted having count(*) > 0
      on conflict (day) do update set
        reads = kept.reads + excluded.reads, crawler_reads = kept.crawler_reads + excluded.crawler_reads),
    of_stories as (
      insert into story_reads as kept (content_id, day, reads, crawler_reads)
      select content_id, ${day}::date, reads, crawler_reads from counted
      on conflict (content_id, day) do update set
        reads = kept.reads + excluded.reads, crawler_reads = kept.crawler_reads + excluded.crawler_reads),
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
export async function moveWindows(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
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

export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  await deleteInBatches(db, storyReads, lt(storyReads.day, day))
}

export async function deleteBatchesBefore(db: Db, at: Date): Promise<void> {
  await deleteInBatches(db, readBatches, lt(readBatches.receivedAt, at))
}

function sumOf(range: number) {
  return sql.identifier(`reads_${range}`)
}

function columns(of: (range: number) => ReturnType<typeof sql>) {
  return sql.join(figureRanges.map(of), sql`, `)
}
