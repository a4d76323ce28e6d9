import type { ReadBatch } from '#contract/reads.ts'
import type { Caller, Context } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import * as repository from './repository.ts'

const dayMs = 24 * 60 * 60 * 1000
/** A web node that can't reach us keeps its counts for this long; its clock may be a day ahead. */
const latestDays = 7
const keptBatchDays = 8
const keptStoryDays = 400

/**
 * Adds what a web node has counted. @returns how many stories it was about: none if the batch was there before.
 * @throws Problem `forbidden` for anyone but a web node, `bad_request` for a day that is not of this week.
 */
export function addReads(ctx: Context & { caller: Caller }, { batch, day, reads }: ReadBatch): Promise<number> {
  if (!mayReportReads(ctx.caller)) {
    throw new Problem('forbidden', {
      detail: 'Only a web node may report reads: its address must be in WEB_ADDRESSES.',
    })
  }
  const now = ctx.now()
  const today = dayOf(now)
  const on = day ?? today
  if (on < dayBefore(now, latestDays) || on > dayBefore(now, -1)) {
    const detail = `Reads can be reported for the last ${latestDays} days.`
    throw new Problem('bad_request', { detail, fields: { day: detail } })
  }
  return transaction(ctx.db, async (tx) => {
    const lastDay = await repository.lockWindows(tx)
    return repository.upsertReads(tx, { id: batch, receivedAt: now, day: on, reads, lastDay })
  })
}

/** The job that starts a new day: the sums of the last days lose their oldest day. */
export async function moveReadWindows(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const today = dayOf(ctx.now())
  await transaction(ctx.db, async (tx) => {
    const lastDay = await repository.lockWindows(tx)
    if (lastDay < today) await repository.moveWindows(tx, { from: lastDay, to: today })
  })
}

/** The job that deletes the days of single stories that no figure shows any more; their sums stay. */
export async function forgetOldReads(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  await repository.deleteDaysBefore(ctx.db, dayBefore(now, keptStoryDays))
  await repository.deleteBatchesBefore(ctx.db, new Date(now.getTime() - keptBatchDays * dayMs))
}

function dayBefore(at: Date, days: number): string {
  return dayOf(new Date(at.getTime() - days * dayMs))
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Allows our own web nodes only, and not requests that they forward for a browser. */
function mayReportReads(caller: Caller): boolean {
  return caller.isFromWithin === true
}
