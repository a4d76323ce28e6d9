import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { signInKey } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { isPassword, knownRequester, refundIfTooBusy } from './password-hashing/hash-password.ts'

const freshMs = 15 * 60 * 1000

/**
 * Requires a sign-in within the last 15 minutes or the current password, so that a stranger at an open browser can't
 * take over the account.
 * @throws Problem `reauthentication_needed`, naming `currentPassword` if the account has one; `too_many_requests`.
 */
export async function reauthenticate(ctx: SignedInContext, user: UserRow, typed: string | undefined): Promise<void> {
  const { signedInAt } = ctx.actor
  if (signedInAt && ctx.now().getTime() - signedInAt.getTime() <= freshMs) return
  if (user.passwordHash) return provePassword(ctx, user, typed, 'reauthentication_needed')
  const detail = 'Please log out and log in again, then do this within 15 minutes.'
  throw new Problem('reauthentication_needed', { detail })
}

/**
 * Requires the account's password.
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
  // Counted by session, so that strangers' attempts to log in, even from the same address, can't block the owner here.
  const pair = signInKey({ email: user.email.toLowerCase(), client: `session ${ctx.actor.sessionId}` })
  await ctx.limits.take('loginPair', pair)
  const isRight = await refundIfTooBusy(isPassword(typed, user.passwordHash, knownRequester(user.id)), () =>
    ctx.limits.refund('loginPair', pair),
  )
  if (!isRight) {
    const details = { method: 'password', at: 'reauthentication' }
    await recordAudit(ctx, ctx.db, { action: 'sign_in_failed', userId: user.id, email: user.email, details })
    throw wrong('That’s not your current password.')
  }
  await ctx.limits.forget('loginPair', pair)
}

/**
 * Limits how often a person changes their own account; refunds the limit if the hashing queue was full.
 * @throws Problem `too_many_requests`.
 */
export async function withinAccountLimit<T>({ limits, actor }: SignedInContext, act: () => Promise<T>): Promise<T> {
  await limits.take('account', actor.id)
  return refundIfTooBusy(act(), () => limits.refund('account', actor.id))
}
