import { recordAudit } from '../audit/service.ts'
import type { UserRow } from '../db/tables/users.ts'
import { transaction } from '../db/transaction.ts'
import { clientOf } from '../limits/client.ts'
import { Problem } from '../problem.ts'
import { cancelLinks } from './account-links.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { hashPassword, isPassword } from './passwords.ts'
import * as repository from './repository.ts'
import { endSessionsOf, type SignedInContext } from './sessions.ts'

/**
 * Sets another password, or the first one of somebody who signs in otherwise. The caller's other sessions end.
 * @throws Problem `bad_request` naming `currentPassword` or `password`, `too_many_requests`.
 */
export async function changePassword(
  ctx: SignedInContext,
  { currentPassword, password }: { currentPassword?: string; password: string },
): Promise<void> {
  const known = await repository.findUser(ctx.db, ctx.actor.id)
  if (!known) throw new Problem('unauthenticated')
  if (known.passwordHash) await provePassword(ctx, known, currentPassword)
  refuseWeakPassword(password, known)
  const passwordHash = await hashPassword(password)

  await transaction(ctx.db, async (tx) => {
    const user = await repository.findUserForUpdate(tx, known.id)
    if (!user || user.passwordHash !== known.passwordHash) {
      throw new Problem('conflict', { detail: 'The password was changed in the meantime. Please sign in again.' })
    }
    // A change of address under way may be the reason for a new password.
    await repository.markUser(tx, user.id, { passwordHash, pendingEmail: null, updatedAt: ctx.now() })
    await cancelLinks(tx, user.id, ['reset_password', 'change_email'])
    await endSessionsOf(tx, user.id, ctx.actor.sessionId)
    await recordAudit(ctx, tx, { action: 'password_changed', userId: user.id, email: user.email })
    await ctx.queue.enqueue(tx, 'send-password-changed', { userId: user.id })
  })
}

/** Whoever finds an open browser must not be able to take the account over. */
async function provePassword(ctx: SignedInContext, user: UserRow, typed: string | undefined): Promise<void> {
  if (!typed) throw wrongPassword('Please enter your current password.')
  const pair = `${user.email.toLowerCase()} ${clientOf(ctx.caller)}`
  await ctx.limits.take('loginPair', pair)
  if (!(await isPassword(typed, user.passwordHash))) throw wrongPassword('This is not your current password.')
  await ctx.limits.forget('loginPair', pair)
}

function wrongPassword(sentence: string): Problem {
  return new Problem('bad_request', { detail: sentence, fields: { currentPassword: sentence } })
}
