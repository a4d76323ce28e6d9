import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { clientOf, takeShared } from '#platform/limits/limits.ts'
import { deletePasskeys } from '../passkeys/repository.ts'
import { hashPassword } from '../password-hashing/hash-password.ts'
import { knownRequester } from '../password-hashing/limit-concurrency.ts'
import { endSessionsOf } from '../sessions.ts'
import { deleteIdentities } from '../sign-in/identity-repository.ts'
import { forgetFailures } from '../sign-in/limit-sign-ins.ts'
import { refuseSuspended } from '../sign-in/refuse-suspended.ts'
import { consumeLink, invalidLink, readLink, revokeLinks } from '../tokens/account-tokens.ts'
import * as users from '../users.ts'
import { isSameEmail } from '../users.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

/** Enqueues the email with a link. The job looks the account up, so that the answer takes the same time without one. */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  await takeShared(ctx.limits, 'forgot', ctx.caller)
  await transaction(ctx.db, (tx) => ctx.queue.enqueue(tx, 'send-reset-link', { email }))
}

/**
 * Checks that a link can still set a new password.
 * @throws Problem `invalid_link`, `too_many_requests`.
 */
export async function checkResetLink(ctx: Context, token: string): Promise<void> {
  await readLink(ctx, ['reset_password'], token)
}

/**
 * Sets a new password with the token of a link, which works once. To lock out intruders, ends every session, removes
 * every passkey and cancels a pending change of email.
 * @throws Problem `invalid_link`, `suspended`, `too_many_requests`, and `bad_request` for a weak password, which
 * doesn't consume the link.
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const link = await readLink(ctx, ['reset_password'], token)
  const person = await users.findUser(ctx.db, link.userId)
  if (!person) throw invalidLink()
  refuseSuspended(ctx, person)
  refuseWeakPassword(ctx, password, person)
  const passwordHash = await hashPassword(password, knownRequester(person.id))

  const reset = async (tx: Db) => {
    const user = await users.findUserForUpdate(tx, link.userId)
    const { email } = await consumeLink(ctx, tx, ['reset_password'], token)
    // The account's email was changed since the link was sent.
    if (!user || !isSameEmail(user.email, email)) throw invalidLink()
    refuseSuspended(ctx, user)
    // For proven accounts too: an intruder may have added a passkey.
    await deletePasskeys(tx, user.id)
    // The address was unproven, so the account's creator may be another person, who must lose access by Google too.
    if (!user.emailProvenAt) await deleteIdentities(tx, user.id)
    const now = ctx.now()
    const emailProvenAt = user.emailProvenAt ?? now
    await users.markUser(tx, user.id, { passwordHash, emailProvenAt, pendingEmail: null, updatedAt: now })
    await revokeLinks(tx, user.id, ['reset_password', 'prove_email', 'change_email'])
    await endSessionsOf(tx, user.id)
    await recordAudit(ctx, tx, { action: 'password_reset', userId: user.id, email })
    await ctx.queue.enqueue(tx, 'send-password-changed', { userId: user.id, how: 'reset' })
  }
  // A hash is salted, so no other reset can have made this one.
  const isThere = async () => (await users.findUser(ctx.db, link.userId))?.passwordHash === passwordHash
  await transaction(ctx.db, reset, { isThere })
  await forgetFailures(ctx, { email: link.email.toLowerCase(), client: clientOf(ctx.caller) })
}
