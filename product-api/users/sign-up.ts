import { recordAudit } from '../audit/service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { isDatabaseUnavailable } from '../db/faults.ts'
import { transaction } from '../db/transaction.ts'
import { giveBackShared, takeShared } from '../limits/client.ts'
import { Problem } from '../problem.ts'
import { insertNewUser, recordNewUser } from './add-user.ts'
import { strangerAt } from './asker.ts'
import { isDoubtfulOne, noteDoubt } from './doubtful-sign-up.ts'
import { orGiveBack } from './gate.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { proofKeyOf } from './proof-limit.ts'
import * as repository from './repository.ts'

/**
 * Makes an account; a mail asks to confirm the address.
 * @throws Problem `exists_already`, `too_many_requests`, and `bad_request` for a password that is guessed first.
 */
export async function signUp(ctx: Context, input: { name: string; email: string; password: string }): Promise<void> {
  const { name, email, password } = input
  refuseWeakPassword(ctx, password, input)
  // Afterwards: whoever looks for a good password uses nothing up.
  await takeShared(ctx.limits, 'signup', ctx.caller)
  const passwordHash = await orGiveBack(hashPassword(password, strangerAt(ctx.caller)), () =>
    giveBackShared(ctx.limits, 'signup', ctx.caller),
  )
  const add = async (tx: Db) => {
    const id = await insertNewUser(ctx, tx, { name, email, passwordHash })
    await recordAudit(ctx, tx, { action: 'sign_up', userId: id, email })
    await ctx.queue.enqueue(tx, 'send-welcome', { userId: id })
    await recordNewUser(ctx, tx, id)
    return id
  }
  const isThere = async (id: string) => (await repository.findUser(ctx.db, id)) !== undefined
  const userId = await transaction(ctx.db, add, { isThere }).catch(async (fault: unknown) => {
    if (isDatabaseUnavailable(fault)) await noteDoubt(ctx, email)
    else if (fault instanceof Problem && (await isDoubtfulOne(ctx, input))) return undefined
    throw fault
  })
  if (userId) await ctx.limits.count('proofPair', proofKeyOf({ userId, email }))
}
