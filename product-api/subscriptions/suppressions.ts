import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import { transaction } from '#platform/db/transaction.ts'
import { cleanServerReply } from '#platform/mail/message.ts'
import { Problem } from '#platform/problem.ts'
import * as repository from './suppressions/repository.ts'

const softBounceDays = 30
const softBouncesMost = 5
const dayMs = 24 * 60 * 60 * 1000

type Suppressing = {
  email: string
  reason: repository.Reason
  detail?: string | undefined
  sendId?: string | undefined
}

/**
 * Stops newsletters to an address, whatever it is subscribed to; other emails still go out. A bounce does not replace a
 * complaint or an administrator's entry as the reason.
 * @returns whether that is new.
 */
export function suppress(ctx: Pick<Context, 'now'>, tx: Db, suppressing: Suppressing): Promise<boolean> {
  const { email, reason, detail = '', sendId } = suppressing
  const createdAt = ctx.now()
  const said = cleanServerReply(detail)
  return repository.upsertSuppression(tx, {
    ...{ id: newId(createdAt), email, reason, detail: said, createdAt },
    sendId: sendId ?? null,
  })
}

/** The suppressed ones of these addresses, in lower case. */
export async function listSuppressed(db: Db, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  return new Set(
    await repository.listSuppressedEmails(
      db,
      emails.map((email) => email.toLowerCase()),
    ),
  )
}

/**
 * Counts a bounce of an address that may accept the next email, e.g. a full mailbox. Five such days within thirty suppress
 * it.
 */
export async function countSoftBounce(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  { email, detail = '', sendId }: Omit<Suppressing, 'reason'>,
): Promise<void> {
  const now = ctx.now()
  const since = dayOf(new Date(now.getTime() - softBounceDays * dayMs))
  const said = cleanServerReply(detail)
  const days = await repository.insertSoftBounce(tx, { email, day: dayOf(now), detail: said, since })
  if (days >= softBouncesMost) await suppress(ctx, tx, { email, reason: 'soft_bounces', detail, sendId })
}

/** Whether an address is suppressed because of bounces; its owner can show that emails arrive again. */
export async function isBouncing(db: Db, email: string): Promise<boolean> {
  const row = await repository.findSuppression(db, email)
  return row?.reason === 'hard_bounce' || row?.reason === 'soft_bounces'
}

/**
 * Lifts the suppression of an address whose owner has confirmed a subscription: emails arrive and are wanted. An
 * administrator's entry stays.
 */
export async function liftByOwner(tx: Db, email: string): Promise<void> {
  await repository.deleteSuppression(tx, email, ['hard_bounce', 'soft_bounces', 'complaint'])
  await repository.deleteSoftBouncesOf(tx, email)
}

type Wanted = { cursor?: string | undefined; limit: number; q?: string | undefined }

/** @throws Problem `bad_request` for a cursor of another list. */
export async function listSuppressions(
  ctx: Context,
  { cursor, limit, q = '' }: Wanted,
): Promise<Page<repository.SuppressionRow>> {
  const after = decodeTimeCursor(cursor)
  return pageOf(
    limit,
    (limit) => repository.listSuppressions(ctx.db, { after, prefix: q.trim(), limit }),
    ({ createdAt, id }) => encodeTimeCursor({ at: createdAt, id }),
  )
}

/** Adds an administrator's suppression; it replaces the reason of an existing one. */
export function addByHand(
  ctx: SignedInContext,
  { email, detail }: { email: string; detail?: string | undefined },
): Promise<repository.SuppressionRow> {
  return transaction(ctx.db, async (tx) => {
    const isNew = await suppress(ctx, tx, { email, reason: 'manual', detail })
    if (isNew) await recordAudit(ctx, tx, { action: 'suppression_added', email })
    const row = await repository.findSuppression(tx, email)
    if (!row) throw new Error('A suppression vanished in the transaction that made it')
    return row
  })
}

/** @throws Problem `not_found`. */
export function removeByHand(ctx: SignedInContext, email: string): Promise<void> {
  return transaction(ctx.db, async (tx) => {
    const row = await repository.deleteSuppression(tx, email)
    if (!row) throw new Problem('not_found', { detail: 'This address is not suppressed.' })
    // Else the next full mailbox would suppress it again immediately.
    await repository.deleteSoftBouncesOf(tx, email)
    await recordAudit(ctx, tx, { action: 'suppression_removed', email: row.email, details: { reason: row.reason } })
  })
}

/** The job: soft bounces that are too old to count. */
export function forgetOldSoftBounces(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  return repository.deleteSoftBouncesBefore(ctx.db, dayOf(new Date(ctx.now().getTime() - softBounceDays * dayMs)))
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
