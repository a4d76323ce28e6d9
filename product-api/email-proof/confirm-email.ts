import { tags } from '#contract/tags.ts'
import { cancelLinks, invalidLink, readLink, useLink } from '../account-links/service.ts'
import { notifyOwner } from '../account-mails/notify-owner.ts'
import { recordAudit } from '../audit/service.ts'
import { recordChange } from '../changes/service.ts'
import type { Context, SignedInContext } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { AccountTokenRow } from '../db/tables/account-tokens.ts'
import type { UserRow } from '../db/tables/users.ts'
import { transaction } from '../db/transaction.ts'
import { moveSubscriber, settleRequests } from '../newsletters/service.ts'
import { Problem } from '../problem.ts'
import { endSessionsOf } from '../sessions/service.ts'
import { isSameEmail } from '../users/is-same-email.ts'
import { lockCallersAccount } from '../users/lock-callers-account.ts'
import { proveEmail } from '../users/prove-email.ts'
import * as users from '../users/service.ts'

const purposes = ['prove_email', 'change_email'] as const

/**
 * Follows the link of an email: the address it was sent to is the caller's, and if that was asked for, the account's
 * from now on. It takes a session of that very account: else someone who signed up with another person's address would
 * have it proven by that person's click.
 * @returns the address.
 * @throws Problem `invalid_link`, `too_many_requests`, `forbidden` for another account's link, which stays usable, and
 * `exists_already` if another account has taken the new address in the meantime.
 */
export async function confirmEmail(ctx: SignedInContext, token: string): Promise<string> {
  const { userId } = await readLink(ctx, purposes, token)
  if (userId !== ctx.actor.id) {
    const detail = 'This link is for another account. Log out, then sign in with the account it was sent to.'
    throw new Problem('forbidden', { detail })
  }
  const prove = async (tx: Db) => {
    const user = await lockCallersAccount(ctx, tx)
    const link = await useLink(ctx, tx, purposes, token)
    if (link.purpose === 'prove_email') await markEmailProven(ctx, tx, user, link)
    else await changeEmail(ctx, tx, user, link)
    return link.email
  }
  return transaction(ctx.db, prove, { isThere: (email) => hasProven(ctx, email) })
}

async function hasProven(ctx: SignedInContext, email: string): Promise<boolean> {
  const user = await users.findUser(ctx.db, ctx.actor.id)
  return Boolean(user?.emailProvenAt && isSameEmail(user.email, email))
}

async function markEmailProven(ctx: Context, tx: Db, user: UserRow, { email }: AccountTokenRow): Promise<void> {
  if (!isSameEmail(user.email, email)) throw invalidLink()
  await proveEmail(ctx, tx, user)
  await settleRequests(ctx, tx, { userId: user.id, from: user.email, to: user.email })
}

async function changeEmail(ctx: SignedInContext, tx: Db, user: UserRow, { email }: AccountTokenRow): Promise<void> {
  if (!user.pendingEmail || !isSameEmail(user.pendingEmail, email)) throw invalidLink()
  const now = ctx.now()
  await users.markUser(tx, user.id, { email, emailProvenAt: now, pendingEmail: null, updatedAt: now })
  // Links in the old address's mailbox are the old address's.
  await cancelLinks(tx, user.id, ['reset_password', 'prove_email', 'change_email'])
  await endSessionsOf(tx, user.id, ctx.actor.sessionId)
  const isFormerProven = user.emailProvenAt !== null
  await notifyOwner(ctx, tx, { userId: user.id, what: 'email_changed', formerEmail: user.email, isFormerProven })
  // All that was theirs for sure: of an address that was never proven, only what this account asked for.
  if (isFormerProven) await moveSubscriber(ctx, tx, { from: user.email, to: email })
  else await settleRequests(ctx, tx, { userId: user.id, from: user.email, to: email })
  await recordAudit(ctx, tx, {
    action: 'email_changed',
    userId: user.id,
    email,
    details: { from: user.email, to: email },
  })
  await recordChange(ctx, tx, [tags.profile(user.id)])
}
