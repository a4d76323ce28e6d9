import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { Problem } from '#platform/problem.ts'
import type { SignInMethod } from '../sessions.ts'

export type Failed = {
  method: SignInMethod
  /** Whose account was tried, if there is one; what was typed is never kept. */
  user?: Pick<UserRow, 'id' | 'email'> | undefined
}

/** Records a failed sign-in. */
export function recordFailedSignIn(ctx: Context, { method, user }: Failed): Promise<void> {
  return record(ctx, 'sign_in_failed', user, { method })
}

/**
 * Keeps that a limit refused a sign-in before anything was looked at: the first of each limit and key in 15 minutes, so
 * that what is refused can't fill the audit.
 */
export async function recordRefusedSignIn(
  ctx: Context,
  { method, user }: Failed,
  { limit, key }: { limit: string; key: string },
): Promise<void> {
  if (await ctx.limits.tryTake('refusal', `${limit} ${key}`))
    await record(ctx, 'sign_in_refused', user, { method, limit })
}

function record(
  ctx: Context,
  action: 'sign_in_failed' | 'sign_in_refused',
  user: Failed['user'],
  details: Record<string, string>,
): Promise<void> {
  // Without a session: the person who was signed in before is not the one who failed here.
  return recordAudit({ ...ctx, actor: undefined }, ctx.db, { action, userId: user?.id, email: user?.email, details })
}

/**
 * Only for a caller who has proved to be the owner: no one else may learn it. Why it is suspended stays with the
 * administrators.
 * @throws Problem `suspended`.
 */
export function refuseSuspended({ contactEmail }: Pick<Context, 'contactEmail'>, user: Pick<UserRow, 'suspendedAt'>) {
  if (!user.suspendedAt) return
  throw new Problem('suspended', {
    detail: `This account is suspended. If you have questions, write to ${contactEmail}.`,
  })
}

/** The same for a sign-in, outside of a transaction, and the audit keeps it. @throws Problem `suspended`. */
export async function refuseSuspendedSignIn(ctx: Context, user: UserRow, method: SignInMethod): Promise<void> {
  if (user.suspendedAt) await recordRefusedSignIn(ctx, { method, user }, { limit: 'suspended', key: user.id })
  refuseSuspended(ctx, user)
}
