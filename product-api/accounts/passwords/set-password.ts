import { passwordLength } from '#contract/person.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { clientOf, takeShared } from '#platform/limits/limits.ts'
import { invalidField, Problem } from '#platform/problem.ts'
import { deletePasskeys } from '../passkeys/service.ts'
import { hashPassword, knownRequester } from '../password-hashing/hash-password.ts'
import { provePassword, reauthenticate, withinAccountLimit } from '../reauthenticate.ts'
import { endSessionsOf, lockCallersAccount } from '../sessions.ts'
import { forgetFailures, refuseSuspended } from '../sign-in/limit-sign-ins.ts'
import { deleteIdentities } from '../sign-in/sign-in-with-google.ts'
import { consumeLink, invalidLink, readLink, revokeLinks } from '../tokens/account-tokens.ts'
import { findUser, findUserForUpdate, isSameEmail, markUser, readCurrentUser } from '../users.ts'

/**
 * Changes the password, or sets the first one of a person who signs in otherwise. Ends the caller's other sessions.
 * @throws Problem `bad_request` naming `currentPassword` or `password`, `reauthentication_needed` for a first password,
 * `conflict`, `too_many_requests`.
 */
export async function changePassword(
  ctx: SignedInContext,
  { currentPassword, password }: { currentPassword?: string | undefined; password: string },
): Promise<void> {
  const { known, passwordHash } = await withinAccountLimit(ctx, async () => {
    const user = await readCurrentUser(ctx)
    if (user.passwordHash) await provePassword(ctx, user, currentPassword, 'bad_request')
    else await reauthenticate(ctx, user, undefined)
    await refuseWeakPassword(ctx, password, user)
    return { known: user, passwordHash: await hashPassword(password, knownRequester(user.id)) }
  })

  const change = async (tx: Db) => {
    const user = await lockCallersAccount(ctx, tx)
    if (user.passwordHash !== known.passwordHash) {
      throw new Problem('conflict', { detail: 'The password was changed in the meantime. Please log in again.' })
    }
    // Cancels a pending change of email: it may be the reason for the new password.
    await markUser(tx, user.id, { passwordHash, pendingEmail: null, updatedAt: ctx.now() })
    await revokeLinks(tx, user.id, ['reset_password', 'change_email'])
    await endSessionsOf(tx, user.id, ctx.actor.sessionId)
    await recordAudit(ctx, tx, { action: 'password_changed', userId: user.id, email: user.email })
    await ctx.queue.enqueue(tx, 'send-password-changed', { userId: user.id, how: 'changed' })
  }
  // A hash is salted, so no other change can have made this one.
  const isThere = async () => (await readCurrentUser(ctx)).passwordHash === passwordHash
  await transaction(ctx.db, change, { isThere })
}

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
  const person = await findUser(ctx.db, link.userId)
  if (!person) throw invalidLink()
  refuseSuspended(ctx, person)
  await refuseWeakPassword(ctx, password, person)
  const passwordHash = await hashPassword(password, knownRequester(person.id))

  const reset = async (tx: Db) => {
    const user = await findUserForUpdate(tx, link.userId)
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
    await markUser(tx, user.id, { passwordHash, emailProvenAt, pendingEmail: null, updatedAt: now })
    await revokeLinks(tx, user.id, ['reset_password', 'prove_email', 'change_email'])
    await endSessionsOf(tx, user.id)
    await recordAudit(ctx, tx, { action: 'password_reset', userId: user.id, email })
    await ctx.queue.enqueue(tx, 'send-password-changed', { userId: user.id, how: 'reset' })
  }
  // A hash is salted, so no other reset can have made this one.
  const isThere = async () => (await findUser(ctx.db, link.userId))?.passwordHash === passwordHash
  await transaction(ctx.db, reset, { isThere })
  await forgetFailures(ctx, { email: link.email.toLowerCase(), client: clientOf(ctx.caller) })
}

/**
 * Refuses common passwords, and those made of the person's own name or email.
 * @throws Problem `bad_request` for the field `password`.
 */
export async function refuseWeakPassword(
  { productName }: Pick<Context, 'productName'>,
  password: string,
  person: { name: string; email: string },
): Promise<void> {
  const typed = plain(password)
  if (typed === '')
    throw invalidField('password', 'A password made only of spaces is easy to guess. Please choose another one.')
  const [localPart = ''] = person.email.split('@')
  const own = [person.name, person.email, localPart].map(plain)
  if (own.includes(typed)) throw invalidField('password', 'Your password can’t be your name or your email address.')
  if (typed === plain(productName)) throw invalidField('password', 'Your password can’t be the name of this site.')
  if ((await commonPasswords()).has(typed) || /^(.)\1*$/u.test(typed)) {
    throw invalidField('password', 'This password is too common and easy to guess. Please choose another one.')
  }
}

let common: Set<string> | undefined

/** Read with the first password that somebody chooses: the dictionary takes 8 MB, and many processes never need it. */
async function commonPasswords(): Promise<Set<string>> {
  if (common) return common
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  common = new Set(dictionary['passwords-common'].filter((word) => word.length >= passwordLength.least))
  return common
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
