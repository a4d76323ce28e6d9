import type { Context } from '../context.ts'
import { browserOf, clientOf, giveBackShared } from '../limits/client.ts'
import { Problem } from '../problem.ts'
import { strangerAt } from './asker.ts'
import { isPassword } from './passwords.ts'
import * as repository from './repository.ts'
import { pairOf } from './sign-in-limits.ts'

const doubtMs = 10 * 60 * 1000

/** Keeps in mind that nobody can say whether a sign-up happened; it used nothing up. */
export async function noteDoubt(ctx: Context, email: string): Promise<void> {
  await ctx.limits.count('signupInDoubt', keyOf(ctx, email))
  await giveBackShared(ctx.limits, 'signup', ctx.caller)
}

/**
 * Whether the account that is in the way was made just now by this very sign-up, which is tried again. It tells no more
 * than a sign-in would, and a wrong password counts as one there.
 * @throws Problem `too_many_requests`.
 */
export async function isDoubtfulOne(ctx: Context, input: { email: string; password: string }): Promise<boolean> {
  const { email, password } = input
  if (!(await isInDoubt(ctx, email))) return false
  const user = await repository.findUserByEmail(ctx.db, email)
  if (!user || ctx.now().getTime() - user.createdAt.getTime() > doubtMs) return false
  const client = clientOf(ctx.caller)
  const pair = pairOf({ email: user.email.toLowerCase(), client })
  await ctx.limits.take('loginPair', pair)
  const isSame = await isPassword(password, user.passwordHash, strangerAt(ctx.caller))
  if (isSame) await ctx.limits.giveBack('loginPair', pair)
  return isSame
}

async function isInDoubt(ctx: Context, email: string): Promise<boolean> {
  try {
    await ctx.limits.refuse('signupInDoubt', keyOf(ctx, email))
    return false
  } catch (fault) {
    if (fault instanceof Problem) return true
    throw fault
  }
}

/** The doubt is the caller's own: another browser is told what is there, as always. */
function keyOf(ctx: Context, email: string): string {
  return `${email.toLowerCase()} ${browserOf(ctx.caller)}`
}
