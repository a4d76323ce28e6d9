import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'

export type EndedState = 'bounced' | 'failed' | 'left_out' | 'uncertain'
export type ReasonCount = { state: EndedState; reason: string | null; count: number }
export type EndedRow = {
  subscriberId: string
  email: string | null
  state: EndedState
  reason: string | null
  answer: string | null
  changedAt: Date
}

/** The reasons why recipients of a send did not get it; the most frequent first. */
export async function countReasons(db: Db, sendId: string): Promise<ReasonCount[]> {
  const { rows } = await db.execute<ReasonCount>(sql`
    select state, reason, count(*)::int as count from send_recipients
    where send_id = ${sendId} and state in ('uncertain', 'bounced', 'failed', 'left_out')
    group by state, reason order by count desc, state, reason limit 50`)
  return rows
}

export async function listEnded(
  db: Db,
  sendId: string,
  { state, after, limit }: { state: EndedState; after?: string | undefined; limit: number },
): Promise<EndedRow[]> {
  const { rows } = await db.execute<RawRow>(sql`
    select r.subscriber_id, s.email, r.state, r.reason, r.answer, r.changed_at
    from send_recipients r left join subscribers s on s.id = r.subscriber_id
    where r.send_id = ${sendId} and r.state = ${state} ${after ? sql`and r.subscriber_id > ${after}` : sql``}
    order by r.subscriber_id limit ${limit}`)
  return rows.map((row) => ({
    subscriberId: row.subscriber_id,
    email: row.email,
    state: row.state,
    reason: row.reason,
    answer: row.answer,
    changedAt: new Date(row.changed_at),
  }))
}

type RawRow = {
  subscriber_id: string
  email: string | null
  state: EndedState
  reason: string | null
  answer: string | null
  changed_at: string
}

export async function findNames(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from users where id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)::uuid)`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function findTitles(db: Db, contentIds: readonly string[]): Promise<Map<string, string>> {
  if (contentIds.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select id, title from contents
    where id in (select jsonb_array_elements_text(${JSON.stringify(contentIds)}::jsonb)::uuid)`)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The edition of a send with the most stories, which most recipients got. */
export async function findMainEdition(db: Db, sendId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from send_editions where send_id = ${sendId} order by cardinality(stories) desc, id limit 1`)
  return rows[0]?.id
}

/** The number of emails sent today, as the warm-up counts them. */
export async function countToday(db: Db, day: string): Promise<{ mails: number; daysBefore: number }> {
  const { rows } = await db.execute<{ mails: number; days_before: number }>(sql`
    select coalesce((select mails from send_days where day = ${day}::date), 0)::int as mails,
      (select count(*)::int from send_days where day < ${day}::date and mails > 0) as days_before`)
  return { mails: rows[0]?.mails ?? 0, daysBefore: rows[0]?.days_before ?? 0 }
}

/** The sends of a story, and what they have sent. */
export async function countStoryMails(
  db: Db,
  contentId: string,
): Promise<{ sends: number; open: number; sent: number; sentAt: Date | null }> {
  const { rows } = await db.execute<{ sends: number; open: number; sent: number; sent_at: string | null }>(sql`
    select count(*)::int as sends, count(*) filter (where state in ('freezing', 'sending', 'paused'))::int as open,
      coalesce(sum(sent), 0)::int as sent, min(created_at) filter (where sent > 0) as sent_at
    from sends where content_id = ${contentId} and kind = 'story' and env = 'prod'`)
  const { sends = 0, open = 0, sent = 0, sent_at = null } = rows[0] ?? {}
  return { sends, open, sent, sentAt: sent_at ? new Date(sent_at) : null }
}
