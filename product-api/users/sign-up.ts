import { recordAudit } from '../audit/service.ts'
import type { Context } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { clientOf } from '../limits/client.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { addUser } from './service.ts'

/**
 * Makes an account; a mail asks to confirm the address.
 * @throws Problem `exists_already`, and `bad_request` for a password that is guessed first.
 */
export async function signUp(ctx: Context, input: { name: string; email: string; password: string }): Promise<void> {
  await ctx.limits.take('signup', clientOf(ctx.caller))
  const { name, email, password } = input
  refuseWeakPassword(password, input)
  const passwordHash = await hashPassword(password)
  await transaction(ctx.db, async (tx) => {
    const userId = await addUser(ctx, tx, { name, email, passwordHash })
    await recordAudit(ctx, tx, { action: 'sign_up', userId, email })
    await ctx.queue.enqueue(tx, 'send-welcome', { userId })
  })
}
