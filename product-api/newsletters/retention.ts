import type { Context } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import * as repository from './retention-repository.ts'

const askedDays = 30
const dayMs = 24 * 60 * 60 * 1000

/** Who has not answered for a month does not want it: what was asked goes, and the address with the last of it. */
export function forgetUnconfirmed(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - askedDays * dayMs)
  return transaction(ctx.db, async (tx) => {
    await repository.deletePendingAskedBefore(tx, before)
    await repository.deleteSubscribersWithNothing(tx, before)
  })
}
