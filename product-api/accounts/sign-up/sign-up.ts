import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isDatabaseUnavailable } from '#platform/db/faults.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emailProofKey, refundShared, takeShared } from '#platform/limits/limit-keys.ts'
import { Problem } from '#platform/problem.ts'
import { hashPassword } from '../password-hashing/hash-password.ts'
import { refundIfTooBusy } from '../password-hashing/limit-concurrency.ts'
import { unknownRequester } from '../password-hashing/requester.ts'
import { refuseWeakPassword } from '../passwords/refuse-weak-password.ts'
import { refusePersonName } from '../refuse-name.ts'
import * as users from '../users.ts'
import { isRepeatedSignUp, noteUnknownOutcome } from './recognise-repeated-sign-up.ts'

/**
 * Creates an account; an email asks its owner to confirm the address.
 * @throws Problem `exists_already`, `too_many_requests`, and `bad_request` for a name that none may have or a password that is guessed
 * first.
 */
export async function signUp(ctx: Context, input: { name: string; email: string; password: string }): Promise<void> {
  const { name, email, password } = input
  refusePersonName(ctx, name)
  refuseWeakPassword(ctx, password, input)
  // Afterwards: trying for a good password uses nothing up.
  await takeShared(ctx.limits, 'signup', ctx.caller)
  const passwordHash = await refundIfTooBusy(hashPassword(password, unknownRequester(ctx.caller)), () =>
    refundShared(ctx.limits, 'signup', ctx.caller),
  )
  const add = async (tx: Db) => {
    const id = await users.insertNewUser(ctx, tx, { name, email, passwordHash })
    await recordAudit(ctx, tx, { action: 'sign_up', userId: id, email })
    await ctx.queue.enqueue(tx, 'send-welcome', { userId: id })
    await users.recordNewUser(ctx, tx, id)
    return id
  }
  const isThere = async (id: string) => (await users.findUser(ctx.db, id)) !== undefined
  const userId = await transaction(ctx.db, add, { isThere }).catch(async (fault: unknown) => {
    if (isDatabaseUnavailable(fault)) await noteUnknownOutcome(ctx, email)
    else if (fault instanceof Problem && (await isRepeatedSignUp(ctx, input))) return undefined
    throw fault
  })
  if (userId) await ctx.limits.count('proofPair', emailProofKey({ userId, email }))
}
