import { recordAudit } from '../audit/service.ts'
import type { Context } from '../context.ts'
import type { UserRow } from '../db/tables/users.ts'
import type { SignedInContext, SignInMethod } from './sessions.ts'

export type Failed = {
  method: SignInMethod
  /** Whose account was tried, where it has one: what was typed is never kept. */
  user?: Pick<UserRow, 'id' | 'email'>
}

/** Keeps that somebody did not show who they are. */
export function recordFailure(ctx: Context, { method, user }: Failed): Promise<void> {
  return record(ctx, 'sign_in_failed', user, { method })
}

/**
 * Keeps that a limit refused a sign-in before anything was looked at: the first of each limit and key in 15 minutes, so
 * that what is refused can't fill the audit.
 */
export async function recordRefusal(
  ctx: Context,
  { method, user }: Failed,
  { limit, key }: { limit: string; key: string },
): Promise<void> {
  if (await ctx.limits.allows('refusal', `${limit} ${key}`))
    await record(ctx, 'sign_in_refused', user, { method, limit })
}

/** Keeps that whoever sits at a browser that is signed in did not know the account's password. */
export function recordWrongPassword(
  ctx: SignedInContext,
  { id: userId, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  const details = { method: 'password', at: 'reauthentication' }
  return recordAudit(ctx, ctx.db, { action: 'sign_in_failed', userId, email, details })
}

function record(
  ctx: Context,
  action: 'sign_in_failed' | 'sign_in_refused',
  user: Failed['user'],
  details: Record<string, string>,
): Promise<void> {
  // Without a session: whoever was signed in before is not who failed here.
  return recordAudit({ ...ctx, actor: undefined }, ctx.db, { action, userId: user?.id, email: user?.email, details })
}
