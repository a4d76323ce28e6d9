import type { SignedInContext } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emailProofKey } from '#platform/limits/limit-keys.ts'
import { Problem } from '#platform/problem.ts'
import * as users from '../users.ts'

/**
 * Sends the link that confirms the caller's address again.
 * @returns whether there was anything left to prove.
 * @throws Problem `too_many_requests`; what others have asked this address for is no part of that.
 */
export async function sendConfirmation(ctx: SignedInContext): Promise<boolean> {
  const user = await users.findUser(ctx.db, ctx.actor.id)
  if (!user) throw new Problem('unauthenticated')
  if (user.emailProvenAt) return false
  const proof = emailProofKey({ userId: user.id, email: user.email })
  // Does not count at first: pressing the button again must not use up what a new password would need.
  await ctx.limits.refuseIfUsedUp('proofPair', proof)
  await ctx.limits.take('account', user.id)
  await ctx.limits.take('proofPair', proof)
  await transaction(ctx.db, (tx) => ctx.queue.enqueue(tx, 'send-welcome', { userId: user.id }))
  return true
}
