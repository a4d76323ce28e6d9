import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import { readTimes, sqlTime } from '#platform/db/sql-times.ts'
import { contents, storyReports } from '#platform/db/tables/stories.ts'

/** How much of a story's text, and how many of its reports, the queue shows. */
const textMost = 6_000
const reportsMost = 20

export type ReportedRow = {
  /** The newest of its open reports. */
  reportId: string
  newestAt: Date
  id: string
  slug: string
  title: string
  text: string
  isWhole: boolean
  author: { uuid: string; name: string; isSuspended: boolean } | null
  count: number
  reports: { reason: ReportReason; note: string; at: string; reporter: { uuid: string; name: string } | null }[]
}

/** Published stories with open reports, the last reported first: one row for the newest open report of each. */
export async function listReported(
  db: Db,
  { after, limit }: { after: TimePlace | undefined; limit: number },
): Promise<ReportedRow[]> {
  const isOlder = after ? sql`and (r.created_at, r.id) < (${sqlTime(after.at)}, ${after.id}::uuid)` : sql``
  const { rows } = await db.execute(sql`
    select r.id as "reportId", r.created_at as "newestAt", c.id, c.slug, c.title,
      left(c.content_text, ${textMost}) as text, length(c.content_text) <= ${textMost} as "isWhole",
      case when a.id is null then null else jsonb_build_object('uuid', a.id, 'name', coalesce(c.author_name, a.name),
        'isSuspended', a.suspended_at is not null) end as author,
      (select count(*)::int from story_reports open where open.content_id = c.id and open.decided_at is null) as count,
      ${newestReports()} as reports
    from story_reports r join contents c on c.id = r.content_id left join users a on a.id = c.author_id
    where r.decided_at is null and not c.is_draft and c.deleted_at is null ${isOlder}
      and not exists (select from story_reports newer where newer.content_id = r.content_id and newer.decided_at is null
        and (newer.created_at, newer.id) > (r.created_at, r.id))
    order by r.created_at desc, r.id desc limit ${limit}`)
  return readTimes<ReportedRow>(rows, 'newestAt')
}

function newestReports(): SQL {
  return sql`(select jsonb_agg(jsonb_build_object('reason', one.reason, 'note', one.note, 'at', one.created_at,
      'reporter', case when p.id is null then null else jsonb_build_object('uuid', p.id, 'name', p.name) end)
      order by one.created_at desc, one.id desc)
    from (select * from story_reports where content_id = c.id and decided_at is null
      order by created_at desc, id desc limit ${reportsMost}) as one
    left join users p on p.id = one.reporter_id)`
}

/** Whether it was stored; not if this person has reported the story before. */
export async function insertReport(tx: Db, row: typeof storyReports.$inferInsert): Promise<boolean> {
  const stored = await tx.insert(storyReports).values(row).onConflictDoNothing().returning({ id: storyReports.id })
  return stored.length > 0
}

/** A published story, with its author. */
export async function findReportable(db: Db, id: string) {
  const [row] = await db
    .select({ id: contents.id, title: contents.title, authorId: contents.authorId })
    .from(contents)
    .where(and(eq(contents.id, id), sql`not ${contents.isDraft}`, isNull(contents.deletedAt)))
  return row
}

type Decision = Required<Pick<typeof storyReports.$inferInsert, 'decision' | 'decidedAt' | 'decidedBy'>>

/** Decides the open reports of a story that were made until then. @returns how many. */
export async function markDecided(tx: Db, contentId: string, until: Date, decision: Decision): Promise<number> {
  const isSeen = sql`${storyReports.createdAt} <= ${until.toISOString()}::timestamptz`
  const marked = await tx
    .update(storyReports)
    .set(decision)
    .where(and(eq(storyReports.contentId, contentId), isNull(storyReports.decidedAt), isSeen))
    .returning({ id: storyReports.id })
  return marked.length
}

/** Locks the open reports of a story until the transaction ends, so that of two decisions the second sees the first. */
export async function lockOpenReports(tx: Db, contentId: string, until: Date): Promise<number> {
  const { rows } = await tx.execute(sql`
    select id from story_reports where content_id = ${contentId} and decided_at is null
      and created_at <= ${sqlTime(until)} order by id for update`)
  return rows.length
}

export function deleteDecidedBefore(db: Db, time: Date): Promise<void> {
  return deleteInBatches(db, storyReports, lt(storyReports.decidedAt, time))
}

export async function deleteReportsOf(tx: Db, contentId: string): Promise<void> {
  await tx.delete(storyReports).where(eq(storyReports.contentId, contentId))
}
