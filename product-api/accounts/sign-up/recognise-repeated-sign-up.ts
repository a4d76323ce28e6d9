import type { Context } from '#platform/context.ts'
import { browserOf, clientOf, refundShared, signInKey } from '#platform/limits/limit-keys.ts'
import { Problem } from '#platform/problem.ts'
import { isPassword } from '../password-hashing/hash-password.ts'
import { unknownRequester } from '../password-hashing/requester.ts'
import * as users from '../users.ts'

const doubtMs = 10 * 60 * 1000

/** Remembers that the outcome of a sign-up is unknown; it used nothing up. */
export async function noteUnknownOutcome(ctx: Context, email: string): Promise<void> {
  await ctx.limits.count('signupInDoubt', keyOf(ctx, email))
  await refundShared(ctx.limits, 'signup', ctx.caller)
}

/**
 * Whether the account that is in the way was made just now by this very sign-up, which is tried again. It tells no more
 * than a sign-in would, and a wrong password counts as one there.
 * @throws Problem `too_many_requests`.
 */
export async function isRepeatedSignUp(ctx: Context, input: { email: string; password: string }): Promise<boolean> {
  const { email, password } = input
  if (!(await isOutcomeUnknown(ctx, email))) return false
  const user = await users.findUserByEmail(ctx.db, email)
  if (!user || ctx.now().getTime() - user.createdAt.getTime() > doubtMs) return false
  const client = clientOf(ctx.caller)
  const pair = signInKey({ email: user.email.toLowerCase(), client })
  await ctx.limits.take('loginPair', pair)
  const isSame = await isPassword(password, user.passwordHash, unknownRequester(ctx.caller))
  if (isSame) await ctx.limits.refund('loginPair', pair)
  return isSame
}

async function isOutcomeUnknown(ctx: Context, email: string): Promise<boolean> {
  try {
    await ctx.limits.refuseIfUsedUp('signupInDoubt', keyOf(ctx, email))
    return false
  } catch (fault) {
    if (fault instanceof Problem) return true
    throw fault
  }
}

/** The doubt is the caller's own: another browser is told what exists, as always. */
function keyOf(ctx: Context, email: string): string {
  return `${email.toLowerCase()} ${browserOf(ctx.caller)}`
}
