import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { clientOf, takeShared } from '#platform/limits/limit-keys.ts'
import { deletePasskeys } from '../passkeys/service.ts'
import { hashPassword } from '../password-hashing/hash-password.ts'
import { knownRequester } from '../password-hashing/limit-concurrency.ts'
import { endSessionsOf } from '../sessions.ts'
import { deleteIdentities } from '../sign-in/identity-repository.ts'
import { forgetFailures } from '../sign-in/limit-sign-ins.ts'
import { refuseSuspended } from '../sign-in/refused-sign-ins.ts'
import { cancelLinks, invalidLink, readLink, useLink } from '../tokens/account-tokens.ts'
import * as users from '../users.ts'
import { isSameEmail } from '../users.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

/** Asks for a link, whether the address has an account or not: a job finds out, so that the answer takes the same time. */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  await takeShared(ctx.limits, 'forgot', ctx.caller)
  await transaction(ctx.db, (tx) => ctx.queue.enqueue(tx, 'send-reset-link', { email }))
}

/**
 * Does nothing if a link can still set a new password.
 * @throws Problem `invalid_link`, `too_many_requests`.
 */
export async function checkResetLink(ctx: Context, token: string): Promise<void> {
  await readLink(ctx, ['reset_password'], token)
}

/**
 * Sets a new password by the token of a link, once. Every session and every passkey ends, and so does what someone else
 * may have begun: an intruder is out.
 * @throws Problem `invalid_link`, `suspended`, `too_many_requests`, `bad_request` for an easily guessed password; that
 * does not use the link up.
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
    const { email } = await useLink(ctx, tx, ['reset_password'], token)
    // The link went to an address that the account has left since.
    if (!user || !isSameEmail(user.email, email)) throw invalidLink()
    refuseSuspended(ctx, user)
    // Proven or not: one that someone else has added would be a way back in.
    await deletePasskeys(tx, user.id)
    // Until now it was not known whose address this is, so the creator of the account keeps no other way in.
    if (!user.emailProvenAt) await deleteIdentities(tx, user.id)
    const now = ctx.now()
    const emailProvenAt = user.emailProvenAt ?? now
    await users.markUser(tx, user.id, { passwordHash, emailProvenAt, pendingEmail: null, updatedAt: now })
    await cancelLinks(tx, user.id, ['reset_password', 'prove_email', 'change_email'])
    await endSessionsOf(tx, user.id)
    await recordAudit(ctx, tx, { action: 'password_reset', userId: user.id, email })
    await ctx.queue.enqueue(tx, 'send-password-changed', { userId: user.id, how: 'reset' })
  }
  // A hash is salted, so no other reset can have made this one.
  const isThere = async () => (await users.findUser(ctx.db, link.userId))?.passwordHash === passwordHash
  await transaction(ctx.db, reset, { isThere })
  await forgetFailures(ctx, { email: link.email.toLowerCase(), client: clientOf(ctx.caller) })
}
