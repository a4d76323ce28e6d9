import { sql } from 'drizzle-orm'
import type { EndedRecipient } from '#contract/sends.ts'
import type { Context } from '#platform/context.ts'
import { dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { type Page, type PageRequest, pageByTime } from '#platform/db/paging.ts'
import { readTimes } from '#platform/db/sql-times.ts'
import type { RecipientRow, SendRow } from '#platform/db/tables/newsletters.ts'
import { notFound } from '#platform/problem.ts'
import { uuids } from '../audience/audience.ts'
import { describeSend } from '../audience/describe-send.ts'
import { findSend, listSends } from '../audience/send-repository.ts'

type EndedState = EndedRecipient['state']
type ReasonCount = { state: EndedState; reason: string | null; count: number }
export type EndedRow = Pick<RecipientRow, 'subscriberId' | 'reason' | 'answer' | 'changedAt'> & {
  email: string | null
  state: EndedState
}

/** A send with the names of what it is about. */
export type NamedSend = { send: SendRow; about: string; createdBy: string | null; waitsFor: 'rate' | 'warm_up' | null }

export async function listNamedSends(ctx: Context, asked: PageRequest): Promise<Page<NamedSend>> {
  const page = await pageByTime(
    asked,
    (within) => listSends(ctx.db, within),
    ({ createdAt, id }) => ({ at: createdAt, id }),
  )
  return { ...page, rows: await named(ctx, page.rows) }
}

/** @throws Problem `not_found`. */
export async function readSend(ctx: Context, id: string) {
  const send = await findSendOr404(ctx.db, id)
  const [[one], reasons, edition] = await Promise.all([
    named(ctx, [send]),
    countReasons(ctx.db, send.id),
    findMainEdition(ctx.db, send.id),
  ])
  return { named: one as NamedSend, reasons, edition: edition ?? null }
}

/** The recipients whose emails bounced, failed, were left out or are uncertain. @throws Problem `not_found`, `bad_request`. */
export async function listEndedRecipients(
  ctx: Context,
  id: string,
  asked: PageRequest & { state: EndedState },
): Promise<Page<EndedRow>> {
  const send = await findSendOr404(ctx.db, id)
  return pageByTime(
    asked,
    ({ after, limit }) => listEnded(ctx.db, send.id, { state: asked.state, after: after?.id, limit }),
    ({ changedAt, subscriberId }) => ({ at: changedAt, id: subscriberId }),
  )
}

export async function nameSend(ctx: Context, send: SendRow): Promise<NamedSend> {
  const [one] = await named(ctx, [send])
  return one as NamedSend
}

async function named(ctx: Context, rows: readonly SendRow[]): Promise<NamedSend[]> {
  const people = rows.flatMap(({ createdBy }) => createdBy ?? [])
  const stories = rows.flatMap(({ contentId }) => contentId ?? [])
  const { rows: found } = await ctx.db.execute<{ id: string; name: string }>(sql`
    select id, name from users where id = any(${uuids(people)})
    union all select id, title from contents where id = any(${uuids(stories)})`)
  const names = new Map<string | null, string>(found.map(({ id, name }) => [id, name]))
  const waitsFor = await activeLimit(ctx)
  return rows.map((send) => ({
    send,
    about: describeSend(send, ctx, names.get(send.contentId)).about,
    createdBy: names.get(send.createdBy) ?? null,
    waitsFor: send.state === 'sending' && send.queued > 0 ? waitsFor : null,
  }))
}

async function activeLimit({ db, now, newsletters }: Context): Promise<'rate' | 'warm_up' | null> {
  const { perSecond, perDomain, warmUp } = newsletters.limits
  if (warmUp.length > 0) {
    const { mails, daysBefore } = await countToday(db, dayOf(now()))
    if (mails >= (warmUp[daysBefore] ?? Number.POSITIVE_INFINITY)) return 'warm_up'
  }
  return perSecond || perDomain.size > 0 ? 'rate' : null
}

async function findSendOr404(db: Db, id: string): Promise<SendRow> {
  const send = isId(id) ? await findSend(db, id) : undefined
  if (!send) throw notFound('send')
  return send
}

/** The reasons why recipients of a send did not get it; the most frequent first. */
async function countReasons(db: Db, sendId: string): Promise<ReasonCount[]> {
  const { rows } = await db.execute<ReasonCount>(sql`
    select state, reason, count(*)::int as count from send_recipients
    where send_id = ${sendId} and state in ('uncertain', 'bounced', 'failed', 'left_out')
    group by state, reason order by count desc, state, reason limit 50`)
  return rows
}

async function listEnded(
  db: Db,
  sendId: string,
  { state, after, limit }: { state: EndedState; after?: string | undefined; limit: number },
): Promise<EndedRow[]> {
  const { rows } = await db.execute(sql`
    select r.subscriber_id as "subscriberId", s.email, r.state, r.reason, r.answer, r.changed_at as "changedAt"
    from send_recipients r left join subscribers s on s.id = r.subscriber_id
    where r.send_id = ${sendId} and r.state = ${state} ${after ? sql`and r.subscriber_id > ${after}` : sql``}
    order by r.subscriber_id limit ${limit}`)
  return readTimes<EndedRow>(rows, 'changedAt')
}

/** The edition of a send with the most stories, which most recipients got. */
async function findMainEdition(db: Db, sendId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from send_editions where send_id = ${sendId} order by cardinality(stories) desc, id limit 1`)
  return rows[0]?.id
}

/** The number of emails sent today, as the warm-up counts them. */
async function countToday(db: Db, day: string): Promise<{ mails: number; daysBefore: number }> {
  const { rows } = await db.execute<{ mails: number; daysBefore: number }>(sql`
    select coalesce((select mails from send_days where day = ${day}::date), 0)::int as mails,
      (select count(*)::int from send_days where day < ${day}::date and mails > 0) as "daysBefore"`)
  return rows[0] ?? { mails: 0, daysBefore: 0 }
}
