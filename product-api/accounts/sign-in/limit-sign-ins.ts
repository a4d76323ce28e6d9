import type { Context } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { clientOf, signInKey } from '#platform/limits/limit-keys.ts'
import { Problem } from '#platform/problem.ts'
import type { SignInMethod } from '../sessions.ts'
import type { KnownCaller } from './known-browser.ts'
import { type Failed, recordRefusedSignIn } from './refused-sign-ins.ts'

/** One try to sign in with a password. */
export type Attempt = {
  /** In lower case, whether it has an account or not. */
  email: string
  client: string
  browser: string
  user: UserRow | undefined
  known: KnownCaller
}

type LoginLimit = 'login' | 'loginAddress' | 'loginAccount' | 'loginPair' | 'loginSuccess'

/**
 * Counts the try for its account together with the browser that the account knows, or with the address of one that it does
 * not: strangers use up nothing of the owner's, even from the owner's own address. What a browser, an address or an account
 * has failed at before stops only clients that the account does not know: a neighbour must not lock out an office.
 * @throws Problem `too_many_requests`.
 */
export async function takeAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  // First, and without counting: a client that is refused makes nothing new to remember for every address it thinks of.
  const failed: Failed = { method: 'password', user: attempt.user }
  for (const [limit, key] of failuresOf(attempt)) await within(ctx, failed, { limit, key, ask: 'refuseIfUsedUp' })
  // Counted before the password is looked at, so that parallel tries are no way around it.
  await within(ctx, failed, { limit: 'loginPair', key: keyOfAttempt(attempt), ask: 'take' })
}

/** A try whose password was not looked at does not count. */
export function refundAttempt({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  return limits.refund('loginPair', keyOfAttempt(attempt))
}

/**
 * Counts that an account's owner has shown who they are: a loop of it must not make sessions and audit rows without end.
 * @throws Problem `too_many_requests`.
 */
export function takeSuccess(
  ctx: Context,
  { method, user }: { method: SignInMethod; user: Pick<UserRow, 'id' | 'email'> },
): Promise<void> {
  const key = signInKey({ email: user.email.toLowerCase(), client: clientOf(ctx.caller) })
  return within(ctx, { method, user }, { limit: 'loginSuccess', key, ask: 'take' })
}

export async function countFailure({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  for (const [limit, key] of failuresOf(attempt)) await limits.count(limit, key)
}

export async function forgetAttempts({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  await limits.forget('loginPair', keyOfAttempt(attempt))
}

/** What was tried before a new password says nothing about who knows it. */
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

/** What a failure counts on. */
function failuresOf({ email, client, browser, known }: Attempt): [LoginLimit, key: string][] {
  if (known.browser || known.isKnownClient) return []
  return [
    ['login', browser],
    ['loginAddress', client],
    ['loginAccount', email],
  ]
}

async function within(
  ctx: Context,
  failed: Failed,
  { limit, key, ask }: { limit: LoginLimit; key: string; ask: 'refuseIfUsedUp' | 'take' },
): Promise<void> {
  try {
    await ctx.limits[ask](limit, key)
  } catch (fault) {
    if (fault instanceof Problem) await recordRefusedSignIn(ctx, failed, { limit, key })
    throw fault
  }
}
