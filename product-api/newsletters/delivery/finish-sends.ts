import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { sqlTime } from '#platform/db/sql-times.ts'
import { sendRecipients, sends } from '#platform/db/tables/newsletters.ts'
import { transaction } from '#platform/db/transaction.ts'
import { oldestMs } from '../audience/audience.ts'
import { listOpenSends, markSend } from '../audience/send-repository.ts'
import type { NewsletterSettings } from '../settings.ts'

const cancelAtOnce = 5_000

/**
 * Releases what killed processes had claimed, requeues emails with an unknown outcome, and finishes sends that are over.
 * Any number of processes may run it. @returns when something is due next.
 */
export async function finishSends(
  ctx: Pick<Context, 'db' | 'now' | 'changed'>,
  { uncertain }: Pick<NewsletterSettings, 'uncertain'>,
): Promise<Date | undefined> {
  const { db, now } = ctx
  await resumeWaiting(db, now())
  await reopenUnfinished(db, new Date(now().getTime() - oldestMs))
  let next = await findNextResume(db)
  for (const id of await listSendsUnderWay(db)) {
    await releaseExpired(db, id, { before: now(), now: now(), inDoubt: uncertain })
  }
  for (const send of await listOpenSends(db)) {
    await requeueUncertain(db, send.id, now())
    const nextAt = await findNextDue(db, send.id)
    if (!nextAt) await finishSend(ctx, send.id)
    else if (!next || nextAt < next) next = nextAt
  }
  const hasUnsent = sql`${sends.queued} + ${sends.sending} > 0`
  const cancelled = await db
    .select()
    .from(sends)
    .where(and(eq(sends.state, 'cancelled'), hasUnsent))
    .limit(20)
  for (const { id } of cancelled) await cancelUnsent(ctx, id)
  // Processes that have sent nothing for a day: the emails they were handing over have been released.
  await db.execute(sql`delete from senders where changed_at < ${sqlTime(new Date(now().getTime() - dayMs))}`)
  return next
}

const never = new Date(8_640_000_000_000)

/** Only if no other process works on the database: whatever is marked as being sent was cut off with an earlier one. */
export async function releaseInterrupted(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { uncertain }: Pick<NewsletterSettings, 'uncertain'>,
): Promise<void> {
  for (const id of await listSendsUnderWay(db)) {
    await releaseExpired(db, id, { before: never, now: now(), inDoubt: uncertain })
  }
}

/** Cancels the emails of a cancelled send that have not gone out. */
export async function cancelUnsent({ db, now }: Pick<Context, 'db' | 'now'>, id: string): Promise<void> {
  // An email that may have gone out is marked uncertain, not cancelled.
  await releaseExpired(db, id, { before: now(), now: now(), inDoubt: 'leave' })
  for (;;) {
    const { rowCount } = await db.execute(sql`
      with waiting as (
        select subscriber_id from send_recipients where send_id = ${id} and state = 'queued'
        limit ${cancelAtOnce} for update skip locked)
      update send_recipients as r set state = 'cancelled', changed_at = ${sqlTime(now())}
      from waiting where r.send_id = ${id} and r.subscriber_id = waiting.subscriber_id`)
    if (rowCount !== cancelAtOnce) return
  }
}

/**
 * Marks a send done if nothing is left of it, by the counts that triggers keep in its row: a transaction that adds
 * recipients locks the row, so none are missed.
 */
async function finishSend(ctx: Pick<Context, 'db' | 'now' | 'changed'>, id: string): Promise<void> {
  const isOver = and(
    ...[eq(sends.id, id), eq(sends.state, 'sending'), eq(sends.queued, 0), eq(sends.sending, 0)],
    sql`not exists (select from send_recipients where send_id = ${id} and state = 'uncertain' and not is_last_try)`,
  )
  await transaction(ctx.db, async (tx) => {
    const [ended] = await tx.update(sends).set({ state: 'done', endedAt: ctx.now() }).where(isOver).returning()
    if (!ended) return
    const { sent, uncertain, bounced, env } = ended
    // A send that reached no one gives its key back, so that the same list can be sent later.
    if (sent + uncertain + bounced === 0) await markSend(tx, id, ['done'], { key: `${ended.key}:empty:${id}` })
    if (env === 'prod' && sent > 0) await recordChange(ctx, tx, [tags.newsletters])
  })
}

const keptDays = 180

/** The job: deletes recipients after half a year, long after their stories could be news again; a send's figures stay. */
export async function forgetOldRecipients({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs)
  const isOld = sql`send_id in (
    select id from sends where created_at < ${sqlTime(before)} and state in ('done', 'cancelled'))`
  await deleteInBatches(db, sendRecipients, isOld)
}

/**
 * Requeues what a killed process had claimed. If it had begun to hand the email over, the mail server may have it:
 * `resend` sends such an email once more, and marks it uncertain the next time; `leave` marks it uncertain at once.
 */
async function releaseExpired(
  db: Db,
  sendId: string,
  { before, now, inDoubt }: { before: Date; now: Date; inDoubt: 'resend' | 'leave' },
): Promise<void> {
  const isExpired = sql`send_id = ${sendId} and state = 'sending' and lease_until < ${sqlTime(before)}`
  const leaves = inDoubt === 'leave' ? sql`true` : sql`is_last_try`
  await db.execute(sql`
    with begun as materialized (
      select b.subscriber_id, b.lease_until
      from senders, jsonb_to_recordset(begun) as b (send_id uuid, subscriber_id uuid, lease_until timestamptz)
      where b.send_id = ${sendId}
    ), expired as (
      select subscriber_id, is_begun, is_begun and ${leaves} as is_over from (
        select subscriber_id, is_last_try,
          (subscriber_id, lease_until) in (select subscriber_id, lease_until from begun) as is_begun
        from send_recipients where ${isExpired} for update) as each)
    update send_recipients as r set
      state = case when is_over then 'uncertain' else 'queued' end,
      reason = case when is_over then 'process_ended' end, answer = case when not is_over then answer end,
      is_last_try = is_last_try or is_begun, lease_until = null, changed_at = ${sqlTime(now)}
    from expired where r.send_id = ${sendId} and r.subscriber_id = expired.subscriber_id and r.state = 'sending'`)
}

/** Sends emails with an unknown outcome again, once. */
async function requeueUncertain(db: Db, sendId: string, now: Date): Promise<void> {
  await db.execute(sql`
    update send_recipients set state = 'queued', is_last_try = true, changed_at = ${sqlTime(now)}
    where send_id = ${sendId} and state = 'uncertain' and not is_last_try and due_at <= ${sqlTime(now)}`)
}

/** When the next recipient of a send is due; undefined if the send is over. */
async function findNextDue(db: Db, sendId: string): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select least(
      (select min(due_at) from send_recipients where send_id = ${sendId} and state = 'queued'),
      (select min(due_at) from send_recipients where send_id = ${sendId} and state = 'uncertain' and not is_last_try),
      (select min(lease_until) from send_recipients where send_id = ${sendId} and state = 'sending')) as at`)
  return rows[0]?.at ? new Date(rows[0].at) : undefined
}

/** The ids of sends with claimed emails, also of paused ones, whose process may have been killed since. */
async function listSendsUnderWay(db: Db): Promise<string[]> {
  const isUnderWay = and(inArray(sends.state, ['sending', 'paused']), gt(sends.sending, 0))
  const rows = await db.select({ id: sends.id }).from(sends).where(isUnderWay).orderBy(asc(sends.id))
  return rows.map(({ id }) => id)
}

/** Reopens sends created since then that are done although recipients are queued. */
async function reopenUnfinished(db: Db, createdSince: Date): Promise<void> {
  const isUnfinished = and(eq(sends.state, 'done'), gt(sends.queued, 0), gt(sends.createdAt, createdSince))
  await db.update(sends).set({ state: 'sending', endedAt: null }).where(isUnfinished)
}

/** Resumes the sends that waited for the mail server and are due. */
async function resumeWaiting(db: Db, now: Date): Promise<void> {
  const waits = and(eq(sends.state, 'paused'), eq(sends.pausedBy, 'no_answer'), lte(sends.resumeAt, now))
  await db.update(sends).set({ state: 'sending', pausedBy: null, pauseAnswer: null, resumeAt: null }).where(waits)
}

/** When the first of the sends that wait for the mail server resumes. */
async function findNextResume(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ resumeAt: sends.resumeAt })
    .from(sends)
    .where(and(eq(sends.state, 'paused'), eq(sends.pausedBy, 'no_answer')))
    .orderBy(asc(sends.resumeAt))
    .limit(1)
  return row?.resumeAt ?? undefined
}
