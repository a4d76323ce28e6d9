import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import { isId } from '#platform/db/id.ts'
import { type Page, type PageRequest, pageByTime } from '#platform/db/paging.ts'
import type { ThanksRow } from '#platform/db/tables/thanks.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import * as repository from './repository.ts'

export type ReceivedRow = repository.ReceivedRow
export type ReportedRow = repository.ReportedRow

/** The lines that readers sent to the caller, newest first. */
export function listReceived(ctx: SignedInContext, request: PageRequest): Promise<Page<ReceivedRow>> {
  return pageByTime(
    request,
    (page) => repository.listReceived(ctx.db, ctx.actor.id, page),
    ({ thanks: { createdAt, id } }) => ({ at: createdAt, id }),
  )
}

/** @throws Problem `not_found` for one that the caller did not receive; so do those below. */
export async function deleteReceived(ctx: SignedInContext, id: string): Promise<void> {
  await markReceived(ctx, id, { deletedAt: ctx.now() })
}

export async function reportReceived(ctx: SignedInContext, id: string): Promise<void> {
  const known = await findReceived(ctx, id)
  if (!known.reportedAt) await markReceived(ctx, id, { reportedAt: ctx.now() })
}

/**
 * Withholds what the sender of this line sends from now on.
 * @throws Problem `not_possible` if the sender's account was deleted.
 */
export async function blockSender(ctx: SignedInContext, id: string): Promise<void> {
  const { writerId, readerId } = await findReceived(ctx, id)
  if (!readerId) throw new Problem('not_possible', { detail: 'This reader has no account any more.' })
  await repository.insertBlock(ctx.db, { writerId, readerId, createdAt: ctx.now() })
}

/** Withheld lines stay withheld. */
export async function unblock(ctx: SignedInContext, readerId: string): Promise<void> {
  if (isId(readerId)) await repository.deleteBlock(ctx.db, { writerId: ctx.actor.id, readerId })
}

export function listBlocked(ctx: SignedInContext, request: PageRequest) {
  return pageByTime(
    request,
    (page) => repository.listBlocked(ctx.db, ctx.actor.id, page),
    ({ createdAt, id }) => ({ at: createdAt, id }),
  )
}

export function listReported(ctx: Context, request: PageRequest): Promise<Page<ReportedRow>> {
  return pageByTime(
    request,
    (page) => repository.listReported(ctx.db, page),
    ({ reportedAt, thanks: { id } }) => ({ at: reportedAt, id }),
  )
}

type Decision = 'dismiss' | 'remove'

/** Ends a report. @throws Problem `not_found` if nobody has reported it, or it was decided already. */
export async function decideReport(ctx: SignedInContext, id: string, decision: Decision): Promise<void> {
  const now = ctx.now()
  await transaction(ctx.db, async (tx) => {
    const change = { decidedAt: now, decidedBy: ctx.actor.id, ...(decision === 'remove' && { deletedAt: now }) }
    const row = isId(id) ? await repository.markDecided(tx, id, change) : undefined
    if (!row) throw notFound('report')
    const action = decision === 'remove' ? 'thanks_removed' : 'thanks_report_dismissed'
    await recordAudit(ctx, tx, { action, userId: row.readerId ?? undefined })
  })
}

async function findReceived({ db, actor }: SignedInContext, id: string): Promise<ThanksRow> {
  const row = isId(id) ? await repository.findThanks(db, id) : undefined
  if (!row || row.writerId !== actor.id || row.isWithheld || row.deletedAt) throw notFound('line')
  return row
}

async function markReceived(
  { db, actor }: SignedInContext,
  id: string,
  change: Parameters<typeof repository.markReceived>[2],
): Promise<void> {
  const row = isId(id) ? await repository.markReceived(db, { id, writerId: actor.id }, change) : undefined
  if (!row) throw notFound('line')
}
