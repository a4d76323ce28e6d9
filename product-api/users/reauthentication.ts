import type { UserRow } from '../db/tables/users.ts'
import { Problem } from '../problem.ts'
import { knownBy } from './asker.ts'
import { orGiveBack } from './gate.ts'
import { isPassword } from './passwords.ts'
import type { SignedInContext } from './sessions.ts'
import { recordWrongPassword } from './sign-in-audit.ts'
import { pairOf } from './sign-in-limits.ts'

const freshMs = 15 * 60 * 1000

/**
 * Lets pass whoever signed in within the last 15 minutes, or types the current password: whoever finds an open browser
 * must not be able to take the account over.
 * @throws Problem `reauthentication_needed`, naming `currentPassword` where the account has one; `too_many_requests`.
 */
export async function reauthenticate(ctx: SignedInContext, user: UserRow, typed: string | undefined): Promise<void> {
  const { signedInAt } = ctx.actor
  if (signedInAt && ctx.now().getTime() - signedInAt.getTime() <= freshMs) return
  if (user.passwordHash) return provePassword(ctx, user, typed, 'reauthentication_needed')
  const detail = 'Please log out and sign in again, then do this within 15 minutes.'
  throw new Problem('reauthentication_needed', { detail })
}

/**
 * Lets pass whoever types the account's password.
 * @throws Problem `code` naming `currentPassword`, and `too_many_requests`.
 */
export async function provePassword(
  ctx: SignedInContext,
  user: UserRow,
  typed: string | undefined,
  code: 'bad_request' | 'reauthentication_needed',
): Promise<void> {
  const wrong = (detail: string) => new Problem(code, { detail, fields: { currentPassword: detail } })
  if (!typed) throw wrong('Please enter your current password.')
  // By the session: what strangers try at the log-in page, be it from the same address, uses up nothing here.
  const pair = pairOf({ email: user.email.toLowerCase(), client: `session ${ctx.actor.sessionId}` })
  await ctx.limits.take('loginPair', pair)
  const isRight = await orGiveBack(isPassword(typed, user.passwordHash, knownBy(user.id)), () =>
    ctx.limits.giveBack('loginPair', pair),
  )
  if (!isRight) {
    await recordWrongPassword(ctx, user)
    throw wrong('This is not your current password.')
  }
  await ctx.limits.forget('loginPair', pair)
}
