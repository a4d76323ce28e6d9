import { recordAudit } from '../audit/service.ts'
import type { Actor, Context } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { Problem } from '../problem.ts'
import * as links from './link-repository.ts'
import { findSubscriberForUpdate } from './repository.ts'
import { isOwn, isOwnProven } from './service.ts'

type SignedIn = Context & { actor: Actor }

/**
 * What an address is subscribed to, for its proven owner and administrators. An account that has only claimed the address
 * sees what waits for a confirmation, without the uuid with which it could give that itself: the mailbox has it.
 * @throws Problem `not_found` for someone else's.
 */
export async function listSubscriptions(ctx: SignedIn, email: string): Promise<links.NamedSubscription[]> {
  const right = await rightOver(ctx, email)
  const all = await links.listLiveOfEmail(ctx.db, email)
  if (right !== 'claimant') return all
  return all.filter(({ confirmedAt }) => confirmedAt === null).map((row) => ({ ...row, uuid: '' }))
}

/**
 * Stops following an author, by uuid or email; of an address that is only claimed, what is not confirmed. Whether there
 * is such an author, and whether they were followed, shows nowhere; what an administrator does for someone else is kept
 * in the audit.
 * @throws Problem `not_found` for someone else's address, `too_many_requests`.
 */
export async function unfollowAuthor(
  ctx: SignedIn,
  { author, email }: { author: string; email: string },
): Promise<void> {
  await ctx.limits.take('account', `newsletters:${ctx.actor.id}`)
  const right = await rightOver(ctx, email)
  await transaction(ctx.db, async (tx) => {
    // Held before it is looked at: what is confirmed in between is not a claimant's to end.
    await findSubscriberForUpdate(tx, email)
    const following = await links.findFollowing(tx, email, author)
    if (!following || (right === 'claimant' && following.confirmedAt)) return
    await links.markEnded(tx, { id: following.id }, ctx.now())
    if (right !== 'admin') return
    const details = { author: following.authorId ?? '' }
    await recordAudit(ctx, tx, { action: 'following_ended', email: following.email, details })
  })
}

/** `claimant`: it is the caller's account's address, which they have not shown to be theirs. */
async function rightOver(ctx: SignedIn, email: string): Promise<'owner' | 'admin' | 'claimant'> {
  if (await isOwnProven(ctx, email)) return 'owner'
  if (ctx.actor.role === 'admin') return 'admin'
  if (isOwn(ctx.actor, email)) return 'claimant'
  throw new Problem('not_found', { detail: 'This address does not exist.' })
}
