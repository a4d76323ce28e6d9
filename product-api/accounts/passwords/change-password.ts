import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { lockCallersAccount } from '../lock-callers-account.ts'
import { hashPassword } from '../password-hashing/hash-password.ts'
import { knownRequester } from '../password-hashing/limit-concurrency.ts'
import { provePassword, reauthenticate, withinAccountLimit } from '../reauthenticate.ts'
import { endSessionsOf } from '../sessions.ts'
import { revokeLinks } from '../tokens/account-tokens.ts'
import * as users from '../users.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

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
    const user = await users.readCurrentUser(ctx)
    if (user.passwordHash) await provePassword(ctx, user, currentPassword, 'bad_request')
    else await reauthenticate(ctx, user, undefined)
    refuseWeakPassword(ctx, password, user)
    return { known: user, passwordHash: await hashPassword(password, knownRequester(user.id)) }
  })

  const change = async (tx: Db) => {
    const user = await lockCallersAccount(ctx, tx)
    if (user.passwordHash !== known.passwordHash) {
      throw new Problem('conflict', { detail: 'The password was changed in the meantime. Please sign in again.' })
    }
    // Cancels a pending change of email: it may be the reason for the new password.
    await users.markUser(tx, user.id, { passwordHash, pendingEmail: null, updatedAt: ctx.now() })
    await revokeLinks(tx, user.id, ['reset_password', 'change_email'])
    await endSessionsOf(tx, user.id, ctx.actor.sessionId)
    await recordAudit(ctx, tx, { action: 'password_changed', userId: user.id, email: user.email })
    await ctx.queue.enqueue(tx, 'send-password-changed', { userId: user.id, how: 'changed' })
  }
  // A hash is salted, so no other change can have made this one.
  const isThere = async () => (await users.readCurrentUser(ctx)).passwordHash === passwordHash
  await transaction(ctx.db, change, { isThere })
}
