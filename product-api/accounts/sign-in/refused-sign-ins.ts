import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { Problem } from '#platform/problem.ts'
import type { SignInMethod } from '../sessions.ts'

export type FailedSignIn = {
  method: SignInMethod
  /** The account, if there is one; typed addresses and passwords are never recorded. */
  user?: Pick<UserRow, 'id' | 'email'> | undefined
}

export function recordFailedSignIn(ctx: Context, { method, user }: FailedSignIn): Promise<void> {
  return record(ctx, 'sign_in_failed', user, { method })
}

/**
 * Records a sign-in that a limit refused before the password was checked. Only the first for each limit and key in 15
 * minutes, so that refused requests can't fill the audit log.
 */
export async function recordRefusedSignIn(
  ctx: Context,
  { method, user }: FailedSignIn,
  { limit, key }: { limit: string; key: string },
): Promise<void> {
  if (await ctx.limits.tryTake('refusal', `${limit} ${key}`))
    await record(ctx, 'sign_in_refused', user, { method, limit })
}

function record(
  ctx: Context,
  action: 'sign_in_failed' | 'sign_in_refused',
  user: FailedSignIn['user'],
  details: Record<string, string>,
): Promise<void> {
  // Without an actor: whoever is signed in on this browser may not be the person who failed.
  return recordAudit({ ...ctx, actor: undefined }, ctx.db, { action, userId: user?.id, email: user?.email, details })
}

/**
 * Call it only after the caller has proven to be the owner: others must not learn that the account is suspended. The
 * reason is for administrators only.
 * @throws Problem `suspended`.
 */
export function refuseSuspended({ contactEmail }: Pick<Context, 'contactEmail'>, user: Pick<UserRow, 'suspendedAt'>) {
  if (!user.suspendedAt) return
  throw new Problem('suspended', {
    detail: `This account is suspended. If you have questions, write to ${contactEmail}.`,
  })
}

/** The same for a sign-in, outside of a transaction; records it in the audit log. @throws Problem `suspended`. */
export async function refuseSuspendedSignIn(ctx: Context, user: UserRow, method: SignInMethod): Promise<void> {
  if (user.suspendedAt) await recordRefusedSignIn(ctx, { method, user }, { limit: 'suspended', key: user.id })
  refuseSuspended(ctx, user)
}
