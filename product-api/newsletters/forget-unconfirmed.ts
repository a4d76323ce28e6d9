import type { Context } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { refusedBefore } from './is-refused.ts'
import * as repository from './unconfirmed-repository.ts'

const askedDays = 30
const dayMs = 24 * 60 * 60 * 1000

/**
 * An address that has not answered for a month after the last email does not want any: what was asked goes, and the
 * address with the last of it. One that refused, or that was asked more than once in vain, is known for 180 days, so
 * that it is left alone.
 */
export function forgetUnconfirmed(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  const askedBefore = new Date(now.getTime() - askedDays * dayMs)
  return transaction(ctx.db, async (tx) => {
    await repository.deleteNeverConfirmed(tx, askedBefore)
    await repository.deleteSubscribersWithNothing(tx, { askedBefore, refusedBefore: refusedBefore(now) })
  })
}
