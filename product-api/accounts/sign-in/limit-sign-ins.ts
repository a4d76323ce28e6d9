import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { clientOf, signInKey } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import type { SignInMethod } from '../sessions.ts'
import type { KnownCaller } from './known-browser.ts'

/** An attempt to sign in with a password. */
export type Attempt = {
  /** In lower case; it may have no account. */
  email: string
  client: string
  browser: string
  user: UserRow | undefined
  known: KnownCaller
}

type LoginLimit = 'login' | 'loginAddress' | 'loginAccount' | 'loginPair' | 'loginSuccess'

/**
 * Counts an attempt by account and known browser, or by account and address if the browser is unknown, so that
 * strangers can't use up the owner's limit, even from the same address. The limits on failures of a browser, an address
 * or an account apply to unknown clients only, so that one client can't lock out an office that shares its address.
 * @throws Problem `too_many_requests`.
 */
export async function takeAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  // Checked first and without counting, so that a refused client can't create a counter for each address it invents.
  const failed: FailedSignIn = { method: 'password', user: attempt.user }
  for (const [limit, key] of failuresOf(attempt)) await checkLimit(ctx, failed, { limit, key, ask: 'refuseIfUsedUp' })
  // Counted before the password is checked, so that parallel attempts can't bypass the limit.
  await checkLimit(ctx, failed, { limit: 'loginPair', key: keyOfAttempt(attempt), ask: 'take' })
}

/** For an attempt whose password was not checked. */
export function refundAttempt({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  return limits.refund('loginPair', keyOfAttempt(attempt))
}

/**
 * Rate-limits successful sign-ins, so that a script cannot create unlimited sessions and audit rows.
 * @throws Problem `too_many_requests`.
 */
export function takeSuccess(
  ctx: Context,
  { method, user }: { method: SignInMethod; user: Pick<UserRow, 'id' | 'email'> },
): Promise<void> {
  const key = signInKey({ email: user.email.toLowerCase(), client: clientOf(ctx.caller) })
  return checkLimit(ctx, { method, user }, { limit: 'loginSuccess', key, ask: 'take' })
}

export async function countFailure({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  for (const [limit, key] of failuresOf(attempt)) await limits.count(limit, key)
}

export async function forgetAttempts({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  await limits.forget('loginPair', keyOfAttempt(attempt))
}

/** After a reset: failures with the old password must not count against the new one. */
export async function forgetFailures(
  ctx: Pick<Context, 'limits'>,
  attempt: Pick<Attempt, 'email' | 'client'>,
): Promise<void> {
  await ctx.limits.forget('loginPair', signInKey(attempt))
  await ctx.limits.forget('loginAccount', attempt.email)
}

function keyOfAttempt({ email, client, known }: Attempt): string {
  return signInKey({ email, client: known.browser ?? client })
}

/** The limits that a failure counts against. */
function failuresOf({ email, client, browser, known }: Attempt): [LoginLimit, key: string][] {
  if (known.browser || known.isKnownClient) return []
  return [
    ['login', browser],
    ['loginAddress', client],
    ['loginAccount', email],
  ]
}

async function checkLimit(
  ctx: Context,
  failed: FailedSignIn,
  { limit, key, ask }: { limit: LoginLimit; key: string; ask: 'refuseIfUsedUp' | 'take' },
): Promise<void> {
  try {
    await ctx.limits[ask](limit, key)
  } catch (fault) {
    if (fault instanceof Problem) await recordRefusedSignIn(ctx, failed, limit, key)
    throw fault
  }
}

type FailedSignIn = {
  method: SignInMethod
  /** The account, if there is one; typed addresses and passwords are never recorded. */
  user?: Pick<UserRow, 'id' | 'email'> | undefined
}

export function recordFailedSignIn(ctx: Context, failed: FailedSignIn): Promise<void> {
  return record(ctx, 'sign_in_failed', failed)
}

/**
 * Records a sign-in that a limit refused before the password was checked. Only the first for each limit and key in 15
 * minutes, so that refused requests can't fill the audit log.
 */
async function recordRefusedSignIn(ctx: Context, failed: FailedSignIn, limit: string, key: string): Promise<void> {
  if (await ctx.limits.tryTake('refusal', `${limit} ${key}`)) await record(ctx, 'sign_in_refused', failed, { limit })
}

function record(
  ctx: Context,
  action: 'sign_in_failed' | 'sign_in_refused',
  { method, user }: FailedSignIn,
  about: { limit?: string } = {},
): Promise<void> {
  const event = { action, userId: user?.id, email: user?.email, details: { method, ...about } }
  // Without an actor: whoever is signed in on this browser may not be the person who failed.
  return recordAudit({ ...ctx, actor: undefined }, ctx.db, event)
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
  if (user.suspendedAt) await recordRefusedSignIn(ctx, { method, user }, 'suspended', user.id)
  refuseSuspended(ctx, user)
}
