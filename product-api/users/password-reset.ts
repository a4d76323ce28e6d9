import { recordAudit } from '../audit/service.ts'
import type { Context } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { clientOf } from '../limits/client.ts'
import { cancelLinks, invalidLink, readLink, useLink } from './account-links.ts'
import { deletePasskeys } from './passkey-repository.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import * as repository from './repository.ts'
import { endSessionsOf } from './sessions.ts'

/** Asks for a link, whether the address has an account or not: a job finds out, so that the answer takes the same time. */
export async function askForReset(ctx: Context, email: string): Promise<void> {
  await ctx.limits.take('forgotAddress', clientOf(ctx.caller))
  await transaction(ctx.db, (tx) => ctx.queue.enqueue(tx, 'send-reset-link', { email }))
}

/**
 * Sets a new password by the token of a link, once. Every session ends, and so does what somebody else may have begun.
 * @throws Problem `invalid_link`, `bad_request` for a password that is guessed first; that does not use the link up.
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  await ctx.limits.take('link', clientOf(ctx.caller))
  const link = await readLink(ctx, ['reset_password'], token)
  const person = await repository.findUser(ctx.db, link.userId)
  if (!person) throw invalidLink()
  refuseWeakPassword(password, person)
  const passwordHash = await hashPassword(password)

  await transaction(ctx.db, async (tx) => {
    const user = await repository.findUserForUpdate(tx, link.userId)
    const { email } = await useLink(ctx, tx, ['reset_password'], token)
    // The link went to an address that the account has left since.
    if (!user || user.email.toLowerCase() !== email.toLowerCase()) throw invalidLink()
    // Until now nobody knew whose address it is: whoever made the account keeps no other way in.
    if (!user.emailProvenAt) {
      await deletePasskeys(tx, user.id)
      await repository.deleteIdentities(tx, user.id)
    }
    const now = ctx.now()
    const emailProvenAt = user.emailProvenAt ?? now
    await repository.markUser(tx, user.id, { passwordHash, emailProvenAt, pendingEmail: null, updatedAt: now })
    await cancelLinks(tx, user.id, ['reset_password', 'prove_email', 'change_email'])
    await endSessionsOf(tx, user.id)
    await recordAudit(ctx, tx, { action: 'password_reset', userId: user.id, email })
    await ctx.queue.enqueue(tx, 'send-password-changed', { userId: user.id })
  })
}
