import { sql } from 'drizzle-orm'
import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { sqlTime } from '#platform/db/sql-times.ts'
import { transaction } from '#platform/db/transaction.ts'
import { oldestMs } from '../audience/audience.ts'
import {
  endSend,
  findNextResume,
  listCancelledWithUnsent,
  listOpenSends,
  listSendsUnderWay,
  markSend,
  reopenUnfinished,
  resumeWaiting,
} from '../audience/send-repository.ts'
import type { NewsletterSettings } from '../settings.ts'

const cancelAtOnce = 5_000
const dayMs = 24 * 60 * 60 * 1000

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
    const { isOver, nextAt } = await findProgress(db, send.id)
    if (isOver) await finishSend(ctx, send.id)
    else if (nextAt && (!next || nextAt < next)) next = nextAt
  }
  for (const { id } of await listCancelledWithUnsent(db)) await cancelUnsent(ctx, id)
  await deleteSendersBefore(db, new Date(now().getTime() - dayMs))
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
  while ((await cancelQueued(db, id, { now: now(), limit: cancelAtOnce })) === cancelAtOnce);
}

async function finishSend(ctx: Pick<Context, 'db' | 'now' | 'changed'>, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const ended = await endSend(tx, id, ctx.now())
    if (!ended) return
    const { sent, uncertain, bounced, env } = ended
    // A send that reached no one gives its key back, so that the same list can be sent later.
    if (sent + uncertain + bounced === 0) await markSend(tx, id, ['done'], { key: `${ended.key}:empty:${id}` })
    if (env === 'prod' && sent > 0) await recordChange(ctx, tx, [tags.newsletters])
  })
}

const keptDays = 180
const atOnce = 5_000

/** The job: deletes recipients after half a year, long after their stories could be news again; a send's figures stay. */
export async function forgetOldRecipients({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs)
  while ((await deleteRecipientsBefore(db, before, atOnce)) === atOnce);
}

/** Deletes processes that have sent nothing since then; the emails they were handing over have been released before. */
async function deleteSendersBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from senders where changed_at < ${sqlTime(before)}`)
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
async function requeueUncertain(db: Db, sendId: string, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update send_recipients set state = 'queued', is_last_try = true, changed_at = ${sqlTime(now)}
    where send_id = ${sendId} and state = 'uncertain' and not is_last_try and due_at <= ${sqlTime(now)}`)
  return rowCount ?? 0
}

/** Cancels the queued recipients of a cancelled send. @returns how many. */
async function cancelQueued(db: Db, sendId: string, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with waiting as (
      select subscriber_id from send_recipients where send_id = ${sendId} and state = 'queued'
      limit ${limit} for update skip locked)
    update send_recipients as r set state = 'cancelled', changed_at = ${sqlTime(now)}
    from waiting where r.send_id = ${sendId} and r.subscriber_id = waiting.subscriber_id`)
  return rowCount ?? 0
}

/** Whether a send is over, and when its next recipient is due. */
async function findProgress(db: Db, sendId: string): Promise<{ isOver: boolean; nextAt: Date | undefined }> {
  const { rows } = await db.execute<{ is_over: boolean; next_at: string | null }>(sql`
    select
      not exists (select from send_recipients where send_id = ${sendId} and state = 'queued')
      and not exists (select from send_recipients where send_id = ${sendId} and state = 'sending')
      and not exists (select from send_recipients where send_id = ${sendId} and state = 'uncertain' and not is_last_try)
        as is_over,
      least(
        (select min(due_at) from send_recipients where send_id = ${sendId} and state = 'queued'),
        (select min(due_at) from send_recipients where send_id = ${sendId} and state = 'uncertain' and not is_last_try),
        (select min(lease_until) from send_recipients where send_id = ${sendId} and state = 'sending')) as next_at`)
  const [row] = rows
  return { isOver: row?.is_over ?? true, nextAt: row?.next_at ? new Date(row.next_at) : undefined }
}

/** Deletes recipients of finished sends. @returns how many. */
async function deleteRecipientsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from send_recipients where ctid in (
      select r.ctid from send_recipients r join sends s on s.id = r.send_id
      where s.created_at < ${sqlTime(before)} and s.state in ('done', 'cancelled') limit ${limit})`)
  return rowCount ?? 0
}
