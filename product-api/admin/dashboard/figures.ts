import { sql } from 'drizzle-orm'
import type { FigureRange, Figures, FiguresOfDay, TopStory } from '#contract/dashboard.ts'
import type { Context } from '#platform/context.ts'
import { dayBefore, dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'

const topStoriesMost = 10

/** The figures of the last `days` days, today included, and of the same number of days before. */
export async function readFigures(ctx: Pick<Context, 'db' | 'now'>, days: FigureRange): Promise<Figures> {
  const now = ctx.now()
  const [rows, changes] = await Promise.all([
    listFigures(ctx.db, { firstDay: dayBefore(now, 2 * days - 1), lastDay: dayOf(now) }),
    sumChanges(ctx.db, dayBefore(now, days - 1)),
  ])
  const before = { sign_ups: 0, confirmed_subscribers: 0, reads: 0, crawler_reads: 0 }
  for (const row of rows.slice(0, days)) {
    for (const figure of Object.keys(before) as (keyof typeof before)[]) before[figure] += row[figure]
  }
  return { days: rows.slice(days), before, changes }
}

/** Sums the growth of each total since a day began. */
async function sumChanges(db: Db, since: string): Promise<Figures['changes']> {
  const { rows } = await db.execute<{ counted: string; change: number }>(sql`
    select counted, sum(count)::int as change from (
      select counted, count from kept_days where day >= ${since}::date
      union all
      select counted, change from kept_day_changes where day >= ${since}::date
    ) as each group by counted`)
  const of = (total: string) => rows.find(({ counted }) => counted === `change_of_${total}`)?.change ?? 0
  return {
    users: of('users'),
    subscribers: of('subscribers'),
    confirmed_subscribers: of('confirmed_subscribers'),
  }
}

/** One row for each day, the oldest first, also for days without events. */
async function listFigures(db: Db, { firstDay, lastDay }: Record<'firstDay' | 'lastDay', string>) {
  const { rows } = await db.execute<FiguresOfDay>(sql`
    with kept as (
      select day, counted, sum(count) as count from (
        select day, counted, count from kept_days where day between ${firstDay}::date and ${lastDay}::date
        union all
        select day, counted, change from kept_day_changes where day between ${firstDay}::date and ${lastDay}::date
      ) as each group by day, counted)
    select to_char(every.day, 'YYYY-MM-DD') as day,
      coalesce(sign_ups.count, 0)::int as sign_ups,
      coalesce(confirmed.count, 0)::int as confirmed_subscribers,
      coalesce(read_days.reads, 0)::float8 as reads,
      coalesce(read_days.crawler_reads, 0)::float8 as crawler_reads
    from (
      select ${firstDay}::date + place as day from generate_series(0, ${lastDay}::date - ${firstDay}::date) as place
    ) as every
    left join kept as sign_ups on sign_ups.day = every.day and sign_ups.counted = 'sign_ups'
    left join kept as confirmed on confirmed.day = every.day and confirmed.counted = 'confirmed_subscribers'
    left join read_days on read_days.day = every.day
    order by every.day`)
  return rows
}

/** The most read public stories: the top of an index on precomputed sums, whatever the number of stories. */
export async function listTopStories({ db }: Pick<Context, 'db'>, days: FigureRange): Promise<TopStory[]> {
  const sum = sql.identifier(`reads_${days}`)
  const { rows } = await db.execute<TopStory>(sql`
    select top.slug, top.title, coalesce(top.author_name, users.name, '') as author_name, top.author_id as author_uuid, top.reads::float8 as reads,
      coalesce((
        select sum(crawler_reads) from story_reads, read_windows
        where content_id = top.id and day > last_day - ${days}::int), 0)::float8 as crawler_reads
    from (
      select contents.id, slug, title, author_id, author_name, sums.${sum} as reads
      from story_read_sums as sums join contents on contents.id = sums.content_id
      where sums.${sum} > 0 and not contents.is_draft and contents.deleted_at is null
      order by sums.${sum} desc, sums.content_id limit ${topStoriesMost}
    ) as top left join users on users.id = top.author_id
    order by top.reads desc, top.id`)
  return rows
}
