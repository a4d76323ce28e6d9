import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
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
