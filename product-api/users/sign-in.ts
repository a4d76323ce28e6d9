import { EmailAddress } from '#contract/person.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { UserRow } from '../db/tables/users.ts'
import { transaction } from '../db/transaction.ts'
import { browserOf, clientOf } from '../limits/client.ts'
import { Problem } from '../problem.ts'
import { type Admitted, admit, findAcquaintance, isAdmitted } from './admission.ts'
import { knownBy, strangerAt } from './asker.ts'
import { orGiveBack } from './gate.ts'
import { isPassword } from './passwords.ts'
import * as repository from './repository.ts'
import { recordFailure } from './sign-in-audit.ts'
import {
  type Attempt,
  countFailure,
  forgetAttempts,
  giveBackAttempt,
  takeAttempt,
  takeSuccess,
} from './sign-in-limits.ts'

/**
 * Signs in with e-mail and password. An unknown address, an account without a password and a wrong password take the same
 * steps, time and answer.
 * @throws Problem `invalid_credentials`, `too_many_requests`.
 */
export async function signIn(ctx: Context, typed: { email: string; password: string }): Promise<Admitted> {
  // What is no address at all can have no account; people type passwords there, so it goes nowhere but to the search.
  const email = EmailAddress.safeParse(typed.email).data ?? ''
  const user = await repository.findUserByEmail(ctx.db, email)
  const attempt: Attempt = {
    email: email.toLowerCase(),
    client: clientOf(ctx.caller),
    browser: browserOf(ctx.caller),
    user,
    known: await findAcquaintance(ctx, user?.id),
  }
  await takeAttempt(ctx, attempt)
  const asker = user && attempt.known.browser ? knownBy(user.id) : strangerAt(ctx.caller)
  const isRight = await orGiveBack(isPassword(typed.password, user?.passwordHash, asker), () =>
    giveBackAttempt(ctx, attempt),
  )
  if (user && isRight) await takeSuccess(ctx, { method: 'password', user })
  const admitted = user && isRight ? await admitUnchanged(ctx, user) : undefined
  if (!admitted) return refuse(ctx, attempt)
  await forgetAttempts(ctx, attempt)
  return admitted
}

/** @returns undefined where the password was changed while it was looked at. */
function admitUnchanged(ctx: Context, { id, passwordHash }: UserRow): Promise<Admitted | undefined> {
  const enter = async (tx: Db) => {
    const user = await repository.findUserForUpdate(tx, id)
    if (!user || user.passwordHash !== passwordHash) return undefined
    return admit(ctx, tx, user, 'password')
  }
  return transaction(ctx.db, enter, { isThere: async (admitted) => !admitted || isAdmitted(ctx, admitted) })
}

async function refuse(ctx: Context, attempt: Attempt): Promise<never> {
  await countFailure(ctx, attempt)
  await recordFailure(ctx, { method: 'password', user: attempt.user })
  throw new Problem('invalid_credentials', { detail: 'Invalid email or password.' })
}
