import { tags } from '#contract/tags.ts'
import { recordAudit } from '../audit/service.ts'
import { recordChange } from '../changes/service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { AccountTokenRow } from '../db/tables/account-tokens.ts'
import type { UserRow } from '../db/tables/users.ts'
import { transaction } from '../db/transaction.ts'
import { moveSubscriber } from '../newsletters/service.ts'
import { Problem } from '../problem.ts'
import { cancelLinks, invalidLink, readLink, useLink } from './account-links.ts'
import { tellOwner } from './account-notices.ts'
import { holdCaller } from './hold-caller.ts'
import { proofKeyOf } from './proof-limit.ts'
import * as repository from './repository.ts'
import { isSameAddress } from './same-address.ts'
import { endSessionsOf, type SignedInContext } from './sessions.ts'

/**
 * Sends the link that proves the caller's address once more.
 * @returns whether there was anything left to prove.
 * @throws Problem `too_many_requests`; what others have asked this address for is no part of that.
 */
export async function sendConfirmation(ctx: SignedInContext): Promise<boolean> {
  const user = await repository.findUser(ctx.db, ctx.actor.id)
  if (!user) throw new Problem('unauthenticated')
  if (user.emailProvenAt) return false
  const proof = proofKeyOf({ userId: user.id, email: user.email })
  // Without counting at first: whoever presses the button once more loses nothing that a new password would need.
  await ctx.limits.refuse('proofPair', proof)
  await ctx.limits.take('account', user.id)
  await ctx.limits.take('proofPair', proof)
  await transaction(ctx.db, (tx) => ctx.queue.enqueue(tx, 'send-welcome', { userId: user.id }))
  return true
}

const purposes = ['prove_email', 'change_email'] as const

/**
 * Follows the link of a mail: the address it was sent to is the caller's, and where it was asked for, the account's from
 * now on. It takes a session of that very account: else whoever signed up with somebody else's address would have it
 * proven by that person's click.
 * @returns the address.
 * @throws Problem `invalid_link`, `too_many_requests`, `forbidden` for another account's link, which stays usable, and
 * `exists_already` where another account has taken the new address meanwhile.
 */
export async function confirmEmail(ctx: SignedInContext, token: string): Promise<string> {
  const { userId } = await readLink(ctx, purposes, token)
  if (userId !== ctx.actor.id) {
    const detail =
      'This link is for another account. Log out first, then sign in with the account that it was sent for.'
    throw new Problem('forbidden', { detail })
  }
  const prove = async (tx: Db) => {
    const user = await holdCaller(ctx, tx)
    const link = await useLink(ctx, tx, purposes, token)
    if (link.purpose === 'prove_email') await proveAddress(ctx, tx, user, link)
    else await moveAddress(ctx, tx, user, link)
    return link.email
  }
  return transaction(ctx.db, prove, { isThere: (email) => hasProven(ctx, email) })
}

async function hasProven(ctx: SignedInContext, email: string): Promise<boolean> {
  const user = await repository.findUser(ctx.db, ctx.actor.id)
  return Boolean(user?.emailProvenAt && isSameAddress(user.email, email))
}

async function proveAddress(ctx: Context, tx: Db, user: UserRow, { email }: AccountTokenRow): Promise<void> {
  if (!isSameAddress(user.email, email)) throw invalidLink()
  const now = ctx.now()
  await repository.markUser(tx, user.id, { emailProvenAt: user.emailProvenAt ?? now, updatedAt: now })
  await cancelLinks(tx, user.id, ['prove_email'])
  await recordAudit(ctx, tx, { action: 'email_proven', userId: user.id, email })
}

async function moveAddress(ctx: SignedInContext, tx: Db, user: UserRow, { email }: AccountTokenRow): Promise<void> {
  if (!user.pendingEmail || !isSameAddress(user.pendingEmail, email)) throw invalidLink()
  const now = ctx.now()
  await repository.markUser(tx, user.id, { email, emailProvenAt: now, pendingEmail: null, updatedAt: now })
  // Links in the old address's mailbox are the old address's.
  await cancelLinks(tx, user.id, ['reset_password', 'prove_email', 'change_email'])
  await endSessionsOf(tx, user.id, ctx.actor.sessionId)
  const isFormerProven = user.emailProvenAt !== null
  await tellOwner(ctx, tx, { userId: user.id, what: 'email_changed', formerEmail: user.email, isFormerProven })
  // Only what was theirs for sure: an address that was never proven may be somebody else's, and so its newsletters.
  if (isFormerProven) await moveSubscriber(ctx, tx, { from: user.email, to: email })
  await recordAudit(ctx, tx, {
    action: 'email_changed',
    userId: user.id,
    email,
    details: { from: user.email, to: email },
  })
  await recordChange(ctx, tx, [tags.profile(user.id), tags.author(user.id)])
}
