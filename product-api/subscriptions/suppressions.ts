import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import { dayBefore, dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { newId } from '#platform/db/id.ts'
import { type Page, type PageRequest, pageByTime } from '#platform/db/paging.ts'
import { sqlTime } from '#platform/db/sql-times.ts'
import { type SuppressionRow, softBounces, suppressions } from '#platform/db/tables/subscriptions.ts'
import { transaction } from '#platform/db/transaction.ts'
import { cleanServerReply } from '#platform/mail/message.ts'
import { Problem } from '#platform/problem.ts'

const softBounceDays = 30
const softBouncesMost = 5

type Suppressing = {
  email: string
  reason: SuppressionRow['reason']
  detail?: string | undefined
  sendId?: string | undefined
}

/**
 * Stops newsletters to an address, whatever it is subscribed to; other emails still go out. A bounce does not replace a
 * complaint or an administrator's entry as the reason.
 * @returns whether that is new.
 */
export async function suppress(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  { email, reason, detail = '', sendId }: Suppressing,
): Promise<boolean> {
  const now = ctx.now()
  // Drizzle names no index of an expression as the target of a conflict.
  const { rows } = await tx.execute(sql`
    insert into suppressions (id, email, reason, detail, send_id, created_at)
    values (${newId(now)}, ${email}, ${reason}, ${cleanServerReply(detail)}, ${sendId ?? null}, ${sqlTime(now)})
    on conflict (lower(email)) do update set
      reason = excluded.reason, detail = excluded.detail, send_id = excluded.send_id, created_at = excluded.created_at
    where suppressions.reason in ('hard_bounce', 'soft_bounces') and excluded.reason in ('complaint', 'manual')
    returning id`)
  return rows.length > 0
}

/** The suppressed ones of these addresses, in lower case. */
export async function listSuppressed(db: Db, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const wanted = emails.map((email) => email.toLowerCase())
  const { rows } = await db.execute<{ email: string }>(
    sql`select lower(email) as email from suppressions where lower(email) = any(${sql.param(wanted)}::text[])`,
  )
  return new Set(rows.map(({ email }) => email))
}

/**
 * Counts a bounce of an address that may accept the next email, e.g. a full mailbox. Five such days within thirty suppress
 * it; a day counts once.
 */
export async function countSoftBounce(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  { email, detail = '', sendId }: Omit<Suppressing, 'reason'>,
): Promise<void> {
  const now = ctx.now()
  const bounce = { email: email.toLowerCase(), day: dayOf(now), detail: cleanServerReply(detail) }
  await tx.insert(softBounces).values(bounce).onConflictDoNothing()
  const { rows } = await tx.execute<{ days: number }>(sql`
    select count(*)::int as days from soft_bounces
    where email = lower(${email}) and day > ${oldestDay(now)}::date`)
  if ((rows[0]?.days ?? 0) >= softBouncesMost) {
    await suppress(ctx, tx, { email, reason: 'soft_bounces', detail, sendId })
  }
}

/** Whether an address is suppressed because of bounces; its owner can show that emails arrive again. */
export async function isBouncing(db: Db, email: string): Promise<boolean> {
  const row = await findSuppression(db, email)
  return row?.reason === 'hard_bounce' || row?.reason === 'soft_bounces'
}

/**
 * Lifts the suppression of an address whose owner has confirmed a subscription: emails arrive and are wanted. An
 * administrator's entry stays.
 */
export async function liftByOwner(tx: Db, email: string): Promise<void> {
  await deleteSuppression(tx, email, inArray(suppressions.reason, ['hard_bounce', 'soft_bounces', 'complaint']))
}

/** Those of addresses that begin with `q`. @throws Problem `bad_request` for a cursor of another list. */
export function listSuppressions(
  { db }: Context,
  { q = '', ...asked }: PageRequest & { q?: string | undefined },
): Promise<Page<SuppressionRow>> {
  const { email, createdAt, id } = suppressions
  const prefix = q.trim()
  // Not `like`: typed `%` and `_` have no special meaning.
  const beginsSo = prefix ? sql`starts_with(lower(${email}), lower(${prefix}))` : undefined
  return pageByTime(
    asked,
    ({ after, limit }) => {
      const isOlder = after && sql`(${createdAt}, ${id}) < (${sqlTime(after.at)}, ${after.id}::uuid)`
      const isListed = and(isOlder, beginsSo)
      return db.select().from(suppressions).where(isListed).orderBy(desc(createdAt), desc(id)).limit(limit)
    },
    (last) => ({ at: last.createdAt, id: last.id }),
  )
}

/** Adds an administrator's suppression; it replaces the reason of an existing one. */
export function addByHand(
  ctx: SignedInContext,
  { email, detail }: { email: string; detail?: string | undefined },
): Promise<SuppressionRow> {
  return transaction(ctx.db, async (tx) => {
    const isNew = await suppress(ctx, tx, { email, reason: 'manual', detail })
    if (isNew) await recordAudit(ctx, tx, { action: 'suppression_added', email })
    const row = await findSuppression(tx, email)
    if (!row) throw new Error('A suppression vanished in the transaction that made it')
    return row
  })
}

/** @throws Problem `not_found`. */
export function removeByHand(ctx: SignedInContext, email: string): Promise<void> {
  return transaction(ctx.db, async (tx) => {
    const row = await deleteSuppression(tx, email)
    if (!row) throw new Problem('not_found', { detail: 'This address is not suppressed.' })
    await recordAudit(ctx, tx, { action: 'suppression_removed', email: row.email, details: { reason: row.reason } })
  })
}

/** The job: soft bounces that are too old to count. */
export function forgetOldSoftBounces({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  return deleteInBatches(db, softBounces, lt(softBounces.day, oldestDay(now())))
}

const isOf = (email: string) => sql`lower(${suppressions.email}) = lower(${email})`

async function findSuppression(db: Db, email: string): Promise<SuppressionRow | undefined> {
  const [row] = await db.select().from(suppressions).where(isOf(email))
  return row
}

/** Deletes the soft bounces too: else the next full mailbox would suppress the address again immediately. */
async function deleteSuppression(tx: Db, email: string, which?: SQL): Promise<SuppressionRow | undefined> {
  const [row] = await tx
    .delete(suppressions)
    .where(and(isOf(email), which))
    .returning()
  await tx.delete(softBounces).where(eq(softBounces.email, email.toLowerCase()))
  return row
}

function oldestDay(now: Date): string {
  return dayBefore(now, softBounceDays)
}
