import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { contents, storyReads } from '#platform/db/tables/stories.ts'
import type { MonthlyFigures } from './monthly-figures-mail.ts'

/** A reader who reached the end began, and whoever began has opened the page: what says otherwise was made up. */
const began = sql`least(began, reads)`
const finished = sql`least(finished, began, reads)`

type StoryDay = { contentId: string; place: number; reads: number; finished: number; subscribed: number }

/** The days of these stories that have figures; `place`: how many days after the first one. */
export async function listDaysOf(
  db: Db,
  { storyIds, firstDay }: { storyIds: readonly string[]; firstDay: string },
): Promise<StoryDay[]> {
  if (storyIds.length === 0) return []
  const { rows } = await db.execute<StoryDay>(sql`
    select content_id as "contentId", day - ${firstDay}::date as place, reads::float8 as reads,
      ${finished}::float8 as finished, subscribed::float8 as subscribed
    from story_reads where ${inArray(sql`content_id`, [...storyIds])} and day >= ${firstDay}::date`)
  return rows
}

/** The stories that figures are about: one, or the published ones of a publication. */
export type Counted = { storyId: string } | { publicationId: string }

function isCounted(of: Counted): SQL {
  if ('storyId' in of) return sql`content_id = ${of.storyId}`
  // A subquery by the index of a publication's published stories.
  return sql`content_id in (
    select id from ${contents} where publication_id = ${of.publicationId} and not is_draft and deleted_at is null)`
}

export type DayRow = {
  day: string
  reads: number
  began: number
  finished: number
  subscribed: number
  heardSeconds: number
}
type Days = { firstDay: string; lastDay: string }

/** One row for each day, the oldest first, also for days without readers. */
export async function listDays(db: Db, of: Counted, { firstDay, lastDay }: Days): Promise<DayRow[]> {
  const { rows } = await db.execute<DayRow>(sql`
    with counted as (
      select day, sum(reads) as reads, sum(${began}) as began, sum(${finished}) as finished,
        sum(subscribed) as subscribed, sum(heard_seconds) as heard_seconds
      from ${storyReads} where ${isCounted(of)} and day between ${firstDay}::date and ${lastDay}::date group by day)
    select to_char(every.day, 'YYYY-MM-DD') as day, coalesce(reads, 0)::float8 as reads, coalesce(began, 0)::float8 as began,
      coalesce(finished, 0)::float8 as finished, coalesce(subscribed, 0)::float8 as subscribed,
      coalesce(heard_seconds, 0)::float8 as "heardSeconds"
    from (
      select ${firstDay}::date + place as day from generate_series(0, ${lastDay}::date - ${firstDay}::date) as place
    ) as every
    left join counted on counted.day = every.day
    order by every.day`)
  return rows
}

export type SourceRow = { day: string; source: string; reads: number }

/** The most sources that are named: hosts come from what browsers say, so there may be thousands. */
const sourcesMost = 50

/** Where the reads of each of these days came from: the most frequent sources of all these days. */
export async function listSources(db: Db, of: Counted, { firstDay, lastDay }: Days): Promise<SourceRow[]> {
  const { rows } = await db.execute<SourceRow>(sql`
    with counted as materialized (
      select day, source, sum(reads) as reads from story_read_sources
      where ${isCounted(of)} and day between ${firstDay}::date and ${lastDay}::date
      group by day, source)
    select to_char(day, 'YYYY-MM-DD') as day, source, reads::float8 as reads from counted
    where source in (
      select source from counted group by source order by sum(reads) desc, source limit ${sourcesMost})`)
  return rows
}

/** The most read stories among these, the most read first. */
export async function listMostRead(db: Db, of: Counted, { firstDay, lastDay }: Days, limit: number) {
  const { rows } = await db.execute<{ id: string; slug: string; title: string; reads: number }>(sql`
    select id, slug, title, top.reads::float8 as reads
    from (
      select content_id, sum(reads) as reads from story_reads
      where ${isCounted(of)} and day between ${firstDay}::date and ${lastDay}::date
      group by content_id having sum(reads) > 0 order by 2 desc, 1 limit ${limit}
    ) as top join contents on contents.id = top.content_id
    order by top.reads desc, id`)
  return rows
}

/** The emails about one story alone. */
export async function countEmails(db: Db, storyId: string): Promise<{ sent: number; sentAt: Date | null }> {
  const { rows } = await db.execute<{ sent: number; sentAt: string | null }>(sql`
    select coalesce(sum(sent), 0)::int as sent, min(created_at) filter (where sent > 0) as "sentAt"
    from sends where content_id = ${storyId} and kind = 'story' and env = 'prod'`)
  const { sent = 0, sentAt = null } = rows[0] ?? {}
  return { sent, sentAt: sentAt === null ? null : new Date(sentAt) }
}

/** The reads of everything that a person has written, and their followers; `before` is the seven days before. */
export async function readWeek(db: Db, authorId: string, { today, since }: { today: string; since: Date }) {
  const { rows } = await db.execute<Record<'reads' | 'readsBefore' | 'newFollowers' | 'followers', number>>(sql`
    select
      coalesce(sum(reads) filter (where day > ${today}::date - 7), 0)::float8 as reads,
      coalesce(sum(reads) filter (where day <= ${today}::date - 7), 0)::float8 as "readsBefore",
      (select count(*)::int from subscriptions where ${isFollowing(authorId)}) as followers,
      (select count(*)::int from subscriptions
        where ${isFollowing(authorId)} and confirmed_at > ${since.toISOString()}::timestamptz) as "newFollowers"
    from story_reads
    where day > ${today}::date - 14 and day <= ${today}::date and content_id in (
      select id from contents where author_id = ${authorId} and deleted_at is null)`)
  return rows[0] ?? { reads: 0, readsBefore: 0, newFollowers: 0, followers: 0 }
}

/** The sums of a calendar month over everything that a person has written; `month` is its first day. */
export async function readMonth(db: Db, authorId: string, month: string): Promise<MonthlyFigures> {
  const isOfMonth = sql`day >= ${month}::date and day < ${month}::date + interval '1 month'`
  const isTheirs = sql`content_id in (select id from contents where author_id = ${authorId} and deleted_at is null)`
  const { rows } = await db.execute<Omit<MonthlyFigures, 'best'>>(sql`
    select coalesce(sum(reads), 0)::float8 as reads, coalesce(sum(${finished}), 0)::float8 as finished,
      coalesce(sum(subscribed), 0)::float8 as subscribed,
      (select count(*)::int from subscriptions where ${isFollowing(authorId)}
        and (confirmed_at at time zone 'UTC')::date >= ${month}::date
        and (confirmed_at at time zone 'UTC')::date < ${month}::date + interval '1 month') as "newFollowers"
    from story_reads where ${isOfMonth} and ${isTheirs}`)
  const { rows: best } = await db.execute<{ slug: string; title: string; reads: number }>(sql`
    select slug, title, top.reads::float8 as reads
    from (
      select content_id, sum(reads) as reads from story_reads where ${isOfMonth} and ${isTheirs}
        and content_id in (select id from contents where author_id = ${authorId} and not is_draft)
      group by content_id having sum(reads) > 0 order by 2 desc, 1 limit 1
    ) as top join contents on contents.id = top.content_id`)
  const sums = rows[0] ?? { reads: 0, finished: 0, subscribed: 0, newFollowers: 0 }
  return { ...sums, best: best[0] }
}

function isFollowing(authorId: string): SQL {
  return sql`author_id = ${authorId} and confirmed_at is not null and ended_at is null`
}
