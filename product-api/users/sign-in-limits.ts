import type { Context } from '../context.ts'
import type { UserRow } from '../db/tables/users.ts'
import { clientOf } from '../limits/client.ts'
import { Problem } from '../problem.ts'
import type { Acquaintance } from './admission.ts'
import type { SignInMethod } from './sessions.ts'
import { type Failed, recordRefusal } from './sign-in-audit.ts'

/** One try to sign in with a password. */
export type Attempt = {
  /** In lower case, whether it has an account or not. */
  email: string
  client: string
  browser: string
  user: UserRow | undefined
  known: Acquaintance
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
  for (const [limit, key] of failuresOf(attempt)) await within(ctx, failed, { limit, key, ask: 'refuse' })
  // Counted before the password is looked at, so that many at once are no way around it.
  await within(ctx, failed, { limit: 'loginPair', key: pairOfAttempt(attempt), ask: 'take' })
}

/** A try whose password nobody has looked at was none. */
export function giveBackAttempt({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  return limits.giveBack('loginPair', pairOfAttempt(attempt))
}

/**
 * Counts that an account's owner has shown who they are: a loop of it must not make sessions and audit rows without end.
 * @throws Problem `too_many_requests`.
 */
export function takeSuccess(
  ctx: Context,
  { method, user }: { method: SignInMethod; user: Pick<UserRow, 'id' | 'email'> },
): Promise<void> {
  const key = pairOf({ email: user.email.toLowerCase(), client: clientOf(ctx.caller) })
  return within(ctx, { method, user }, { limit: 'loginSuccess', key, ask: 'take' })
}

export async function countFailure({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  for (const [limit, key] of failuresOf(attempt)) await limits.count(limit, key)
}

export async function forgetAttempts({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  await limits.forget('loginPair', pairOfAttempt(attempt))
}

/** What was tried before a new password says nothing about who knows it. */
export async function forgetFailures(
  ctx: Pick<Context, 'limits'>,
  attempt: Pick<Attempt, 'email' | 'client'>,
): Promise<void> {
  await ctx.limits.forget('loginPair', pairOf(attempt))
  await ctx.limits.forget('loginAccount', attempt.email)
}

/** The key of an account and a client together. */
export function pairOf({ email, client }: Pick<Attempt, 'email' | 'client'>): string {
  return `${email} ${client}`
}

function pairOfAttempt({ email, client, known }: Attempt): string {
  return pairOf({ email, client: known.browser ?? client })
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
  { limit, key, ask }: { limit: LoginLimit; key: string; ask: 'refuse' | 'take' },
): Promise<void> {
  try {
    await ctx.limits[ask](limit, key)
  } catch (fault) {
    if (fault instanceof Problem) await recordRefusal(ctx, failed, { limit, key })
    throw fault
  }
}
