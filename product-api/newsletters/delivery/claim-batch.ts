import { sql } from 'drizzle-orm'
import { dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { sqlTime } from '#platform/db/sql-times.ts'
import type { RecipientRow } from '#platform/db/tables/newsletters.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { SendLimits } from '../settings.ts'

/** How far ahead of its slot an email may be claimed: a batch lasts about as long. */
const aheadMs = 1_000

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

type Wanted = { sendId: string; now: Date; leaseUntil: Date; limit: number }
type Batch = {
  claimed: Claimed[]
  /** How many were due, including those that were given back with a later slot because their domain's limit is reached. */
  found: number
  /** The limit that was reached: of a second, or the day's. */
  waitsFor?: 'rate' | 'warm_up'
}

/**
 * Claims recipients that are due, as many as all limits together allow. The limits are counted in the database: any
 * number of processes share them, and they survive a restart.
 */
export async function claimBatch(db: Db, limits: SendLimits, wanted: Wanted): Promise<Batch> {
  if (!limits.perSecond && limits.perDomain.size === 0 && limits.warmUp.length === 0) {
    const claimed = await claimDue(db, wanted)
    return { claimed, found: claimed.length }
  }
  return transaction(db, async (tx) => {
    const day = dayOf(wanted.now)
    const left = await leftToday(tx, limits, day)
    if (left <= 0) return { claimed: [], found: 0, waitsFor: 'warm_up' as const }
    const rate = await lockOverallRate(tx, limits, wanted.now)
    if (rate && rate.free <= 0) return { claimed: [], found: 0, waitsFor: 'rate' as const }
    const limit = Math.min(wanted.limit, left, rate?.free ?? wanted.limit)
    const due = await claimDue(tx, { ...wanted, limit })
    const claimed = await limitPerDomain(tx, limits, wanted.now, due)
    await rate?.take(claimed.length)
    if (limits.warmUp.length > 0) await addToToday(tx, day, claimed.length)
    return { claimed, found: due.length }
  })
}

/** Takes up to `limit` due recipients of a send. Rows that another process is taking at the same moment are skipped. */
export async function claimDue(db: Db, { sendId, now, leaseUntil, limit }: Wanted): Promise<Claimed[]> {
  const { rows } = await db.execute<Omit<Claimed, 'sendId' | 'leaseUntil'>>(sql`
    with due as (
      select subscriber_id from send_recipients
      where send_id = ${sendId} and state = 'queued' and due_at <= ${sqlTime(now)}
      order by due_at limit ${limit} for update skip locked)
    update send_recipients as taken set state = 'sending', lease_until = ${sqlTime(leaseUntil)}, changed_at = ${sqlTime(now)}
    from due where taken.send_id = ${sendId} and taken.subscriber_id = due.subscriber_id
    returning taken.subscriber_id as "subscriberId", taken.subscription_id as "subscriptionId",
      taken.edition_id as "editionId", taken.domain, taken.tries, taken.is_last_try as "isLastTry",
      taken.is_placed as "isPlaced"`)
  return rows.map((row) => ({ ...row, sendId, leaseUntil }))
}

async function leftToday(tx: Db, { warmUp }: SendLimits, day: string): Promise<number> {
  if (warmUp.length === 0) return Number.POSITIVE_INFINITY
  const { mails, daysBefore } = await lockToday(tx, day)
  const most = warmUp[daysBefore]
  return most === undefined ? Number.POSITIVE_INFINITY : most - mails
}

/** The rate limit of all emails, locked until the transaction ends: how many may go now, and how to use that up. */
async function lockOverallRate(tx: Db, { perSecond }: SendLimits, now: Date) {
  if (!perSecond) return undefined
  const nextAt = (await lockNextTimes(tx, [''], now)).get('') ?? now
  const from = Math.max(nextAt.getTime(), now.getTime())
  return {
    free: Math.floor(((now.getTime() + aheadMs - from) * perSecond) / 1_000),
    take: async (mails: number) => {
      if (mails > 0) await markNextTimes(tx, new Map([['', new Date(from + (mails * 1_000) / perSecond)]]))
    },
  }
}

/**
 * Gives each recipient whose domain has a limit the domain's next free slot. Those whose slot is later are given back.
 * @returns the others.
 */
async function limitPerDomain(tx: Db, { perDomain }: SendLimits, now: Date, claimed: Claimed[]): Promise<Claimed[]> {
  const rateOf = (domain: string) => perDomain.get(domain) ?? perDomain.get('*')
  const unplaced = claimed.filter(({ domain, isPlaced }) => !isPlaced && rateOf(domain))
  if (unplaced.length === 0) return claimed
  const next = await lockNextTimes(tx, [...new Set(unplaced.map(({ domain }) => domain))], now)
  const later = new Map<string, Slot>()
  for (const { sendId, subscriberId, domain } of unplaced) {
    const dueAt = new Date(Math.max(next.get(domain)?.getTime() ?? 0, now.getTime()))
    next.set(domain, new Date(dueAt.getTime() + 1_000 / (rateOf(domain) ?? 1)))
    if (dueAt.getTime() > now.getTime() + aheadMs) later.set(subscriberId, { sendId, subscriberId, dueAt })
  }
  await markNextTimes(tx, next)
  await postpone(tx, [...later.values()])
  return claimed.filter(({ subscriberId }) => !later.has(subscriberId))
}

/** When the next email to these domains may go out ('' for all domains together), locked until the transaction ends. */
async function lockNextTimes(tx: Db, domains: readonly string[], now: Date): Promise<Map<string, Date>> {
  const names = JSON.stringify([...domains].sort())
  await tx.execute(sql`
    insert into send_allowances (domain, next_at)
    select name, ${sqlTime(now)} from jsonb_array_elements_text(${names}::jsonb) as name on conflict do nothing`)
  const { rows } = await tx.execute<{ domain: string; next_at: string }>(sql`
    select domain, next_at from send_allowances
    where domain in (select jsonb_array_elements_text(${names}::jsonb)) order by domain for update`)
  return new Map(rows.map(({ domain, next_at }) => [domain, new Date(next_at)]))
}

async function markNextTimes(tx: Db, times: ReadonlyMap<string, Date>): Promise<void> {
  const rows = JSON.stringify([...times].map(([domain, time]) => ({ domain, next_at: time })))
  await tx.execute(sql`
    update send_allowances as a set next_at = n.next_at
    from jsonb_to_recordset(${rows}::jsonb) as n (domain text, next_at timestamptz) where a.domain = n.domain`)
}

/** How many emails went out today, and on how many days before; locked until the transaction ends. */
async function lockToday(tx: Db, day: string): Promise<{ mails: number; daysBefore: number }> {
  await tx.execute(sql`insert into send_days (day, mails) values (${day}::date, 0) on conflict do nothing`)
  const { rows } = await tx.execute<{ mails: number; days_before: number }>(sql`
    select mails, (select count(*)::int from send_days as before where before.day < ${day}::date and before.mails > 0)
      as days_before
    from send_days where day = ${day}::date for update`)
  return { mails: rows[0]?.mails ?? 0, daysBefore: rows[0]?.days_before ?? 0 }
}

async function addToToday(tx: Db, day: string, mails: number): Promise<void> {
  await tx.execute(sql`update send_days set mails = mails + ${mails} where day = ${day}::date`)
}

type Slot = Pick<RecipientRow, 'sendId' | 'subscriberId' | 'dueAt'>

/** Requeues claimed recipients for the slots of their domains. */
async function postpone(tx: Db, slots: readonly Slot[]): Promise<void> {
  if (slots.length === 0) return
  await tx.execute(sql`
    update send_recipients as r set state = 'queued', lease_until = null, due_at = p."dueAt", is_placed = true
    from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as p ("sendId" uuid, "subscriberId" uuid, "dueAt" timestamptz)
    where r.send_id = p."sendId" and r.subscriber_id = p."subscriberId" and r.state = 'sending'`)
}
