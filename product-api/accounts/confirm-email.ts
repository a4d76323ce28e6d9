import { tags } from '#contract/tags.ts'
import { recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { AccountTokenRow, UserRow } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emailProofKey } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { notifyOwner } from './mails/notify-owner.ts'
import { endSessionsOf, lockCallersAccount } from './sessions.ts'
import { consumeLink, invalidLink, readLink, revokeLinks } from './tokens/account-tokens.ts'
import { findUser, isSameEmail, markUser } from './users.ts'

const purposes = ['prove_email', 'change_email'] as const

/** The address that an account has just proven, and the one it had before, which may be the same. */
type ProvenEmail = {
  userId: string
  from: string
  to: string
  /** The former address was proven too, so its subscriptions are this person's. */
  isFormerProven: boolean
}

/** Called in the transaction that proves an address: rooms above this one update what they store by address. */
export type OnEmailProven = (ctx: Context, tx: Db, proven: ProvenEmail) => Promise<void>

/**
 * Follows the link in an email: marks the address as proven, or changes the account's address to it. Requires a session
 * of that account; without one, people who sign up with another person's address could have it proven by that person's
 * click.
 * @returns the address.
 * @throws Problem `invalid_link`, `too_many_requests`, `forbidden` for another account's link, which stays usable, and
 * `exists_already` if another account has taken the new address in the meantime.
 */
export async function confirmEmail(ctx: SignedInContext, token: string, onEmailProven: OnEmailProven): Promise<string> {
  const { userId } = await readLink(ctx, purposes, token)
  if (userId !== ctx.actor.id) {
    const detail = 'This link is for another account. Log out, then log in with the account it was sent to.'
    throw new Problem('forbidden', { detail })
  }
  const prove = async (tx: Db) => {
    const user = await lockCallersAccount(ctx, tx)
    const link = await consumeLink(ctx, tx, purposes, token)
    const use = link.purpose === 'prove_email' ? markEmailProven : changeEmail
    await use(ctx, tx, user, link, onEmailProven)
    return link.email
  }
  return transaction(ctx.db, prove, { isThere: (email) => hasProven(ctx, email) })
}

async function hasProven(ctx: SignedInContext, email: string): Promise<boolean> {
  const user = await findUser(ctx.db, ctx.actor.id)
  return Boolean(user?.emailProvenAt && isSameEmail(user.email, email))
}

async function markEmailProven(
  ctx: Context,
  tx: Db,
  user: UserRow,
  { email }: AccountTokenRow,
  onEmailProven: OnEmailProven,
): Promise<void> {
  if (!isSameEmail(user.email, email)) throw invalidLink()
  await proveEmail(ctx, tx, user)
  await onEmailProven(ctx, tx, { userId: user.id, from: user.email, to: user.email, isFormerProven: false })
}

async function changeEmail(
  ctx: SignedInContext,
  tx: Db,
  user: UserRow,
  { email }: AccountTokenRow,
  onEmailProven: OnEmailProven,
): Promise<void> {
  if (!user.pendingEmail || !isSameEmail(user.pendingEmail, email)) throw invalidLink()
  const now = ctx.now()
  await markUser(tx, user.id, { email, emailProvenAt: now, pendingEmail: null, updatedAt: now })
  // Whoever reads the old mailbox must not be able to use the links in it.
  await revokeLinks(tx, user.id, ['reset_password', 'prove_email', 'change_email'])
  await endSessionsOf(tx, user.id, ctx.actor.sessionId)
  const isFormerProven = user.emailProvenAt !== null
  await notifyOwner(ctx, tx, { userId: user.id, what: 'email_changed', formerEmail: user.email, isFormerProven })
  const details = { from: user.email, to: email }
  await onEmailProven(ctx, tx, { userId: user.id, ...details, isFormerProven })
  await recordAudit(ctx, tx, { action: 'email_changed', userId: user.id, email, details })
  // Last: it takes the lock of the change feed, which every other write waits for.
  await recordChange(ctx, tx, [tags.profile(user.id)])
}

/**
 * Sends the link that confirms the caller's address again.
 * @returns false if the address is proven already.
 * @throws Problem `too_many_requests`; requests by other accounts for this address don't count.
 */
export async function sendConfirmation(ctx: SignedInContext): Promise<boolean> {
  const user = await findUser(ctx.db, ctx.actor.id)
  if (!user) throw new Problem('unauthenticated')
  if (user.emailProvenAt) return false
  const proof = emailProofKey({ userId: user.id, email: user.email })
  // Check before counting: pressing the button repeatedly must not use up the account's limit, which passwords share.
  await ctx.limits.refuseIfUsedUp('proofPair', proof)
  await ctx.limits.take('account', user.id)
  await ctx.limits.take('proofPair', proof)
  await transaction(ctx.db, (tx) => ctx.queue.enqueue(tx, 'send-welcome', { userId: user.id }))
  return true
}

/** Marks an account's address as proven, in the caller's transaction. */
export async function proveEmail(ctx: Context, tx: Db, { id, email, emailProvenAt }: UserRow): Promise<void> {
  const now = ctx.now()
  await markUser(tx, id, { emailProvenAt: emailProvenAt ?? now, updatedAt: now })
  await revokeLinks(tx, id, ['prove_email'])
  await recordAudit(ctx, tx, { action: 'email_proven', userId: id, email })
}
