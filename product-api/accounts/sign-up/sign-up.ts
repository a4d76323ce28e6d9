import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isDatabaseUnavailable } from '#platform/db/faults.ts'
import { transaction } from '#platform/db/transaction.ts'
import { browserOf, clientOf, emailProofKey, refundShared, signInKey, takeShared } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { hashPassword, isPassword, refundIfTooBusy, unknownRequester } from '../password-hashing/hash-password.ts'
import { refuseWeakPassword } from '../passwords/set-password.ts'
import { refusePersonName } from '../refuse-name.ts'
import { findUser, findUserByEmail, insertNewUser, recordNewUser } from '../users.ts'
import { acceptInvitation, admitNewPerson, givenBy, refuseUninvited } from './admit-new-person.ts'

type NewAccount = { name: string; email: string; password: string; invitation?: string | undefined }

/**
 * Creates an account, and emails a link to confirm the address; with the token of an invitation to it, the address is
 * confirmed already.
 * @throws Problem `exists_already`, `too_many_requests`, `bad_request` for a forbidden name or a weak password,
 * `forbidden` for a person whom the site's settings don't let in, and `invalid_link` for an invitation that is not open.
 */
export async function signUp(ctx: Context, input: NewAccount): Promise<void> {
  const { name, email, password, invitation: token } = input
  refusePersonName(ctx, name)
  await refuseWeakPassword(ctx, password, input)
  try {
    await refuseUninvited(ctx, { email, token })
  } catch (fault) {
    // The first try of the same sign-up may have used the invitation up.
    if (fault instanceof Problem && (await isRepeatedSignUp(ctx, input))) return
    throw fault
  }
  // After the validation, so that refused passwords don't use up the limit.
  await takeShared(ctx.limits, 'signup', ctx.caller)
  const passwordHash = await refundIfTooBusy(hashPassword(password, unknownRequester(ctx.caller)), () =>
    refundShared(ctx.limits, 'signup', ctx.caller),
  )
  const add = async (tx: Db) => {
    const invitation = await admitNewPerson(ctx, tx, { email, token })
    const id = await insertNewUser(ctx, tx, { name, email, passwordHash, ...givenBy(ctx, invitation) })
    await recordAudit(ctx, tx, { action: 'sign_up', userId: id, email })
    if (invitation) await acceptInvitation(ctx, tx, invitation, id)
    await ctx.queue.enqueue(tx, 'send-welcome', { userId: id })
    await recordNewUser(ctx, tx, id)
    return id
  }
  const isThere = async (id: string) => (await findUser(ctx.db, id)) !== undefined
  const userId = await transaction(ctx.db, add, { isThere }).catch(async (fault: unknown) => {
    if (isDatabaseUnavailable(fault)) await recordUnknownOutcome(ctx, email)
    else if (fault instanceof Problem && (await isRepeatedSignUp(ctx, input))) return undefined
    throw fault
  })
  if (userId && token === undefined) await ctx.limits.count('proofPair', emailProofKey({ userId, email }))
}

const repeatWithinMs = 10 * 60 * 1000

/** Remembers that the outcome of a sign-up is unknown, and refunds its limit. */
async function recordUnknownOutcome(ctx: Context, email: string): Promise<void> {
  await ctx.limits.count('signupInDoubt', keyOf(ctx, email))
  await refundShared(ctx.limits, 'signup', ctx.caller)
}

/**
 * Whether the existing account was created just now by the same sign-up, which the client is retrying. Reveals no more
 * than a sign-in would: it needs the password, and wrong ones count against the same limit.
 * @throws Problem `too_many_requests`.
 */
async function isRepeatedSignUp(ctx: Context, input: { email: string; password: string }): Promise<boolean> {
  const { email, password } = input
  if (!(await isOutcomeUnknown(ctx, email))) return false
  const user = await findUserByEmail(ctx.db, email)
  if (!user || ctx.now().getTime() - user.createdAt.getTime() > repeatWithinMs) return false
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

/** Only the same browser gets this answer; any other gets the usual conflict. */
function keyOf(ctx: Context, email: string): string {
  return `${email.toLowerCase()} ${browserOf(ctx.caller)}`
}
