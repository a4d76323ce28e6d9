import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Frequency } from '#contract/frequencies.ts'
import type { ImportReport } from '#contract/subscriber-files.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { disableJit, transaction } from '#platform/db/transaction.ts'
import { listSuppressed } from '../suppressions.ts'
import type { Candidate, Columns } from './read-row.ts'

/** The list and frequency that a file's addresses are subscribed to. */
export type Target = {
  category: string
  frequency: Frequency
  /** Whether the operator vouches for the proofs of the file. */
  isVouched: boolean
  isDry: boolean
}

/** Imports some candidates in one transaction, or only checks them. @returns the outcome of each, in their order. */
export async function importBatch(
  ctx: Pick<Context, 'db' | 'now'>,
  candidates: readonly Candidate[],
  target: Target,
): Promise<Figure[]> {
  return transaction(ctx.db, async (tx) => {
    await disableJit(tx)
    if (target.isDry) return (await decide(tx, candidates, target)).figures
    const now = ctx.now()
    const suppressed = await listSuppressed(tx, emailsOf(candidates))
    const welcome = candidates.filter(({ email }) => !suppressed.has(email.toLowerCase()))
    const made = welcome.map(({ email, timeZone }) => ({ id: newId(now), email, timeZone }))
    await insertSubscribers(tx, made, now)
    const { figures, fresh, confirmed } = await decide(tx, candidates, target)
    const rows = fresh.map((one) => ({ ...one, id: newId(now), uuid: randomUUID() }))
    if (rows.length > 0) await insertSubscriptions(tx, rows, { ...target, now })
    if (confirmed.length > 0) await markConfirmed(tx, confirmed, now)
    return figures
  })
}

type Decided = {
  figures: Figure[]
  fresh: { subscriberId: string; provenAt: Date | undefined }[]
  confirmed: { id: string; provenAt: Date | undefined }[]
}

async function decide(db: Db, candidates: readonly Candidate[], target: Target): Promise<Decided> {
  const emails = emailsOf(candidates)
  const suppressed = await listSuppressed(db, emails)
  const known = await listKnown(db, { emails, category: target.category, isLocked: !target.isDry })
  const byEmail = new Map(known.map((one) => [one.email, one]))
  const decided: Decided = { figures: [], fresh: [], confirmed: [] }
  for (const { email, provenAt: proof } of candidates) {
    const address = byEmail.get(email.toLowerCase())
    const provenAt = target.isVouched ? proof : undefined
    const figure = suppressed.has(email.toLowerCase()) ? 'suppressed' : figureOf(address, provenAt !== undefined)
    decided.figures.push(figure)
    if (!address || (figure !== 'confirmed' && figure !== 'unconfirmed')) continue
    if (address.subscriptionId) decided.confirmed.push({ id: address.subscriptionId, provenAt })
    else decided.fresh.push({ subscriberId: address.subscriberId, provenAt })
  }
  return decided
}

/** Unsubscribed addresses stay unsubscribed; pending ones are confirmed if the file has proof. */
function figureOf(address: KnownAddress | undefined, isProven: boolean): Figure {
  if (address?.isEnded || address?.isGone) return 'ended'
  if (address?.subscriptionId && (address.isConfirmed || !isProven)) return 'known'
  return isProven ? 'confirmed' : 'unconfirmed'
}

function emailsOf(candidates: readonly Candidate[]): string[] {
  return candidates.map(({ email }) => email)
}

type Figure =
  | 'confirmed'
  | 'unconfirmed'
  | 'known'
  | 'ended'
  | 'suppressed'
  | 'not_subscribed'
  | 'duplicates'
  | 'refused'

const linesMost = 1_000

export function emptyReport(isDry: boolean, { used, unused }: Columns): ImportReport {
  return {
    ...{ dry_run: isDry, rows: 0, imported: 0, confirmed: 0, unconfirmed: 0, known: 0, ended: 0, suppressed: 0 },
    ...{
      not_subscribed: 0,
      duplicates: 0,
      refused: 0,
      lines: [],
      columns: used,
      unused_columns: unused,
      stopped: null,
    },
  }
}

export function countRow(report: ImportReport, figure: Figure): void {
  report.rows++
  report[figure]++
  if (figure === 'confirmed' || figure === 'unconfirmed') report.imported++
}

export function noteLine(report: ImportReport, note: ImportReport['lines'][number]): void {
  if (report.lines.length < linesMost) report.lines.push(note)
}

/** An address of a file that the database knows. */
type KnownAddress = {
  subscriberId: string
  /** In lower case. */
  email: string
  /** Has refused to be asked, or has ended something and has nothing that is not ended. */
  isGone: boolean
  /** The subscription to the imported list; null if there is none. */
  subscriptionId: string | null
  isConfirmed: boolean
  isEnded: boolean
}
type NewSubscriber = { id: string; email: string; timeZone: string | undefined }
type NewSubscription = { id: string; uuid: string; subscriberId: string; provenAt: Date | undefined }

/** In the order of their addresses, so that two parallel imports do not deadlock. */
async function insertSubscribers(tx: Db, rows: readonly NewSubscriber[], now: Date): Promise<void> {
  const sorted = [...rows].sort((one, other) => (one.email < other.email ? -1 : 1))
  await tx.execute(sql`
    insert into subscribers (id, email, time_zone, created_at)
    select id, email, coalesce(time_zone, 'UTC'), ${now.toISOString()}
    from unnest(${list(sorted, 'id')}::uuid[], ${list(sorted, 'email')}::text[], ${list(sorted, 'timeZone')}::text[])
      as t (id, email, time_zone)
    on conflict do nothing`)
}

/** @param isLocked locks their subscriptions until the transaction ends. */
async function listKnown(
  db: Db,
  { emails, category, isLocked }: { emails: readonly string[]; category: string; isLocked: boolean },
): Promise<KnownAddress[]> {
  const { rows } = await db.execute<KnownAddress>(sql`
    select s.id as "subscriberId", lower(s.email) as email, its.id as "subscriptionId",
      s.refused_at is not null or (not s.is_subscribed and its.any_ended) as "isGone",
      coalesce(its.is_confirmed, false) as "isConfirmed", coalesce(its.is_ended, false) as "isEnded"
    from subscribers s, lateral (
      select count(ended_at) > 0 as any_ended, min(id::text) filter (where category = ${category}) as id,
        bool_or(confirmed_at is not null) filter (where category = ${category}) as is_confirmed,
        bool_or(ended_at is not null) filter (where category = ${category}) as is_ended
      from subscriptions where subscriber_id = s.id) as its
    where lower(s.email) = any(${sql.param(emails.map((email) => email.toLowerCase()))}::text[])
    order by s.id ${isLocked ? sql`for no key update of s` : sql``}`)
  return rows
}

/** Confirmed if a proof is given. */
async function insertSubscriptions(
  tx: Db,
  rows: readonly NewSubscription[],
  { category, frequency, now }: { category: string; frequency: Frequency; now: Date },
): Promise<void> {
  const at = now.toISOString()
  await tx.execute(sql`
    insert into subscriptions
      (id, uuid, subscriber_id, category, frequency, asked_at, confirmed_at, proven_at, created_at)
    select id, uuid, subscriber_id, ${category}, ${frequency}, ${at}, case when proven_at is not null then ${at}::timestamptz end,
      proven_at, ${at}
    from unnest(${list(rows, 'id')}::uuid[], ${list(rows, 'uuid')}::uuid[], ${list(rows, 'subscriberId')}::uuid[],
      ${times(rows)}::timestamptz[]) as t (id, uuid, subscriber_id, proven_at)
    on conflict do nothing`)
}

async function markConfirmed(
  tx: Db,
  rows: readonly { id: string; provenAt: Date | undefined }[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update subscriptions set confirmed_at = ${now.toISOString()}, proven_at = given.proven_at, asked_on = null
    from unnest(${list(rows, 'id')}::uuid[], ${times(rows)}::timestamptz[]) as given (id, proven_at)
    where subscriptions.id = given.id and confirmed_at is null and ended_at is null`)
}

function list<T>(rows: readonly T[], name: keyof T): SQL {
  return sql`${sql.param(rows.map((row) => row[name] ?? null))}`
}

function times(rows: readonly { provenAt: Date | undefined }[]): SQL {
  return sql`${sql.param(rows.map(({ provenAt }) => provenAt?.toISOString() ?? null))}`
}
