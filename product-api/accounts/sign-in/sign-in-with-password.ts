import { EmailAddress } from '#contract/person.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { browserOf, clientOf } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { isPassword, knownRequester, refundIfTooBusy, unknownRequester } from '../password-hashing/hash-password.ts'
import { isSessionStored } from '../sessions.ts'
import { findUserByEmail, findUserForUpdate } from '../users.ts'
import { type CompletedSignIn, completeSignIn } from './complete-sign-in.ts'
import { recogniseCaller } from './known-browser.ts'
import {
  type Attempt,
  countFailure,
  forgetAttempts,
  recordFailedSignIn,
  refundAttempt,
  refuseSuspendedSignIn,
  takeAttempt,
  takeSuccess,
} from './limit-sign-ins.ts'

/**
 * Signs in with email and password. An unknown address, an account without a password and a wrong password get the same
 * answer in the same time.
 * @throws Problem `invalid_credentials`, `too_many_requests`, `suspended`.
 */
export async function signInWithPassword(
  ctx: Context,
  typed: { email: string; password: string },
): Promise<CompletedSignIn> {
  // Invalid addresses are dropped, because people type passwords into this field by mistake.
  const email = EmailAddress.safeParse(typed.email).data ?? ''
  const user = await findUserByEmail(ctx.db, email)
  const attempt: Attempt = {
    email: email.toLowerCase(),
    client: clientOf(ctx.caller),
    browser: browserOf(ctx.caller),
    user,
    known: await recogniseCaller(ctx, user?.id),
  }
  await takeAttempt(ctx, attempt)
  const requester = user && attempt.known.browser ? knownRequester(user.id) : unknownRequester(ctx.caller)
  const isRight = await refundIfTooBusy(isPassword(typed.password, user?.passwordHash, requester), () =>
    refundAttempt(ctx, attempt),
  )
  if (user && isRight) await takeSuccess(ctx, { method: 'password', user })
  if (user && isRight) await refuseSuspendedSignIn(ctx, user, 'password')
  const signedIn = user && isRight ? await completeUnchanged(ctx, user) : undefined
  if (!signedIn) return refuse(ctx, attempt)
  await forgetAttempts(ctx, attempt)
  return signedIn
}

/** @returns undefined if the password was changed while it was checked. */
function completeUnchanged(ctx: Context, { id, passwordHash }: UserRow): Promise<CompletedSignIn | undefined> {
  const enter = async (tx: Db) => {
    const user = await findUserForUpdate(tx, id)
    if (!user || user.passwordHash !== passwordHash) return undefined
    return completeSignIn(ctx, tx, user, 'password')
  }
  return transaction(ctx.db, enter, {
    isThere: async (signedIn) => !signedIn || isSessionStored(ctx, signedIn.session),
  })
}

async function refuse(ctx: Context, attempt: Attempt): Promise<never> {
  await countFailure(ctx, attempt)
  await recordFailedSignIn(ctx, { method: 'password', user: attempt.user })
  throw new Problem('invalid_credentials', { detail: 'Invalid email or password.' })
}
