import type { Context } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { refusedBefore } from './is-refused.ts'
import * as repository from './unconfirmed-repository.ts'

const askedDays = 30
const dayMs = 24 * 60 * 60 * 1000
/** One transaction for so many addresses: a wave of sign-ups by a robot can be hundreds of thousands. */
const batch = 1_000

/**
 * An address that has not answered for a month after the last email does not want any: what was asked goes, and the
 * address with the last of it. One that refused, or that was asked more than once in vain, is known for 180 days, so
 * that it is left alone.
 */
export async function forgetUnconfirmed(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  const askedBefore = new Date(now.getTime() - askedDays * dayMs)
  const times = { askedBefore, refusedBefore: refusedBefore(now) }
  await untilFewer(() => transaction(ctx.db, (tx) => repository.deleteNeverConfirmed(tx, askedBefore, batch)))
  await untilFewer(() => transaction(ctx.db, (tx) => repository.deleteSubscribersWithNothing(tx, times, batch)))
}

async function untilFewer(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) === batch);
}
