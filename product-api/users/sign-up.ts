import { recordAudit } from '../audit/service.ts'
import type { Context } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { clientOf, giveBackShared, takeShared } from '../limits/client.ts'
import { insertNewUser, recordNewUser } from './add-user.ts'
import { orGiveBack } from './gate.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { proofKeyOf } from './proof-limit.ts'

/**
 * Makes an account; a mail asks to confirm the address.
 * @throws Problem `exists_already`, `too_many_requests`, and `bad_request` for a password that is guessed first.
 */
export async function signUp(ctx: Context, input: { name: string; email: string; password: string }): Promise<void> {
  const { name, email, password } = input
  refuseWeakPassword(ctx, password, input)
  // Afterwards: whoever looks for a good password uses nothing up.
  await takeShared(ctx.limits, 'signup', ctx.caller)
  const passwordHash = await orGiveBack(hashPassword(password, clientOf(ctx.caller)), () =>
    giveBackShared(ctx.limits, 'signup', ctx.caller),
  )
  const userId = await transaction(ctx.db, async (tx) => {
    const id = await insertNewUser(ctx, tx, { name, email, passwordHash })
    await recordAudit(ctx, tx, { action: 'sign_up', userId: id, email })
    await ctx.queue.enqueue(tx, 'send-welcome', { userId: id })
    await recordNewUser(ctx, tx, id)
    return id
  })
  await ctx.limits.count('proofPair', proofKeyOf({ userId, email }))
}
