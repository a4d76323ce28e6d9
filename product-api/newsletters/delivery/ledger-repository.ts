import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import type { RecipientRow } from '#platform/db/tables/newsletters.ts'

/** A recipient that this process has taken: no other process sends to it before the lease ends. */
export type Claimed = Pick<
  RecipientRow,
  'sendId' | 'subscriberId' | 'subscriptionId' | 'editionId' | 'domain' | 'tries'
> & {
  leaseUntil: Date
  isLastTry: boolean
  /** It has a slot in its domain's schedule already: the rate limit does not count it again. */
  isPlaced: boolean
}

type ClaimedRow = {
  subscriber_id: string
  subscription_id: string | null
  edition_id: string
  domain: string
  tries: number
  is_last_try: boolean
  is_placed: boolean
}

/** Takes up to `limit` due recipients of a send. Rows that another process is taking at the same moment are skipped. */
export async function claimDue(
  db: Db,
  sendId: string,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<Claimed[]> {
  const { rows } = await db.execute<ClaimedRow>(sql`
    with due as (
      select subscriber_id from send_recipients
      where send_id = ${sendId} and state = 'queued' and due_at <= ${at(now)}
      order by due_at limit ${limit} for update skip locked)
    update send_recipients as taken set state = 'sending', lease_until = ${at(leaseUntil)}, changed_at = ${at(now)}
    from due where taken.send_id = ${sendId} and taken.subscriber_id = due.subscriber_id
    returning taken.subscriber_id, taken.subscription_id, taken.edition_id, taken.domain, taken.tries,
      taken.is_last_try, taken.is_placed`)
  return rows.map((row) => ({
    sendId,
    subscriberId: row.subscriber_id,
    subscriptionId: row.subscription_id,
    editionId: row.edition_id,
    domain: row.domain,
    tries: row.tries,
    isLastTry: row.is_last_try,
    isPlaced: row.is_placed,
    leaseUntil,
  }))
}

/** A recipient's state after an attempt, or after being given back without one. */
export type DeliveryResult = Pick<RecipientRow, 'sendId' | 'subscriberId'> & {
  /** The lease it was claimed with: if it has expired and another process has claimed the recipient, nothing is written. */
  leaseUntil: Date
  state: RecipientRow['state']
  tries: number
  isLastTry: boolean
  dueAt: Date
  reason: string | null
  answer: string | null
}

/** A sending process, and the emails that it is handing to the mail server. */
export type Sending = { id: string; begun: readonly Pick<Claimed, 'sendId' | 'subscriberId' | 'leaseUntil'>[] }

/** Records the results of recipients, and which emails a process is handing over from then on, in one statement. */
export async function recordResults(
  db: Db,
  { results, sender }: { results: readonly DeliveryResult[]; sender?: Sending | undefined },
  now: Date,
): Promise<void> {
  const rows = results.map((one) => ({
    send_id: one.sendId,
    subscriber_id: one.subscriberId,
    lease_until: one.leaseUntil,
    state: one.state,
    tries: one.tries,
    is_last_try: one.isLastTry,
    due_at: one.dueAt,
    reason: one.reason,
    answer: one.answer,
  }))
  await db.execute(sql`
    ${sender ? withSender(sender, now) : sql``}
    update send_recipients as r set
      state = s.state, tries = s.tries, due_at = s.due_at, reason = s.reason, answer = s.answer,
      is_last_try = s.is_last_try, is_placed = false, lease_until = null, changed_at = ${at(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (
      send_id uuid, subscriber_id uuid, lease_until timestamptz, state text, tries smallint, is_last_try boolean,
      due_at timestamptz, reason text, answer text)
    where r.send_id = s.send_id and r.subscriber_id = s.subscriber_id
      and r.state = 'sending' and r.lease_until = s.lease_until`)
}

function withSender({ id, begun }: Sending, now: Date) {
  const rows = begun.map(({ sendId, subscriberId, leaseUntil }) => ({
    ...{ send_id: sendId, subscriber_id: subscriberId, lease_until: leaseUntil },
  }))
  return sql`with sender as (
    insert into senders (id, begun, changed_at) values (${id}, ${JSON.stringify(rows)}::jsonb, ${at(now)})
    on conflict (id) do update set begun = excluded.begun, changed_at = excluded.changed_at)`
}

/** Deletes processes that have sent nothing since then; the emails they were handing over have been released before. */
export async function deleteSendersBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from senders where changed_at < ${at(before)}`)
}

/**
 * Requeues what a killed process had claimed. If it had begun to hand the email over, the mail server may have it:
 * `resend` sends such an email once more, and marks it uncertain the next time; `leave` marks it uncertain at once.
 */
export async function releaseExpired(
  db: Db,
  sendId: string,
  { before, now, inDoubt }: { before: Date; now: Date; inDoubt: 'resend' | 'leave' },
): Promise<void> {
  const isExpired = sql`send_id = ${sendId} and state = 'sending' and lease_until < ${at(before)}`
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
      is_last_try = is_last_try or is_begun, lease_until = null, changed_at = ${at(now)}
    from expired where r.send_id = ${sendId} and r.subscriber_id = expired.subscriber_id and r.state = 'sending'`)
}

/** Requeues refused recipients: the refusals were about us, not about their addresses. */
export async function requeueRefused(
  db: Db,
  refused: readonly Pick<Claimed, 'sendId' | 'subscriberId'>[],
  now: Date,
): Promise<void> {
  await db.execute(sql`
    update send_recipients as r set state = 'queued', reason = null, due_at = ${at(now)}, changed_at = ${at(now)}
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as w ("sendId" uuid, "subscriberId" uuid)
    where r.send_id = w."sendId" and r.subscriber_id = w."subscriberId" and r.state = 'bounced' and r.reason = 'refused'`)
}

/** Sends emails with an unknown outcome again, once. */
export async function requeueUncertain(db: Db, sendId: string, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update send_recipients set state = 'queued', is_last_try = true, changed_at = ${at(now)}
    where send_id = ${sendId} and state = 'uncertain' and not is_last_try and due_at <= ${at(now)}`)
  return rowCount ?? 0
}

/** Cancels the queued recipients of a cancelled send. @returns how many. */
export async function cancelQueued(
  db: Db,
  sendId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with waiting as (
      select subscriber_id from send_recipients where send_id = ${sendId} and state = 'queued'
      limit ${limit} for update skip locked)
    update send_recipients as r set state = 'cancelled', changed_at = ${at(now)}
    from waiting where r.send_id = ${sendId} and r.subscriber_id = waiting.subscriber_id`)
  return rowCount ?? 0
}

/** Whether a send is over, and when its next recipient is due. */
export async function findProgress(db: Db, sendId: string): Promise<{ isOver: boolean; nextAt: Date | undefined }> {
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
export async function deleteRecipientsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from send_recipients where ctid in (
      select r.ctid from send_recipients r join sends s on s.id = r.send_id
      where s.created_at < ${at(before)} and s.state in ('done', 'cancelled') limit ${limit})`)
  return rowCount ?? 0
}

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
