import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { findPublication } from '#stories/publications.ts'
import { isOwn, isOwnProven } from '../subscribe.ts'
import * as links from './link-repository.ts'
import { findAuthor, findSubscriberForUpdate } from './repository.ts'
import type { Wanted } from './resolve-targets.ts'

/** `request`: the account's own request was withdrawn; subscriptions that others requested at its address go on. */
type Ended = 'subscription' | 'request'

/**
 * Lists the subscriptions of an address, for its proven owner and administrators. An account that has not proven the
 * address sees only its own requests, without the uuid that would confirm them: only the mailbox gets that.
 * @throws Problem `not_found` for someone else's.
 */
export async function listSubscriptions(ctx: SignedInContext, email: string): Promise<links.NamedSubscription[]> {
  if ((await rightOver(ctx, email)) !== 'claimant') return links.listLiveOfEmail(ctx.db, email)
  const requested = await links.listRequested(ctx.db, { userId: ctx.actor.id, email })
  // Whether others have confirmed the same at this address is not revealed.
  return requested.map((row) => ({ ...row, uuid: '', confirmedAt: row.isFirst ? row.confirmedAt : null }))
}

/**
 * Ends one of the caller's subscriptions. Whether there was one is not revealed.
 * @throws Problem `not_found` for someone else's address, `too_many_requests`.
 */
export async function endSubscription(ctx: SignedInContext, email: string, asked: Wanted): Promise<Ended> {
  await ctx.limits.take('account', `newsletters:${ctx.actor.id}`)
  const right = await rightOver(ctx, email)
  if (!isOwn(ctx.actor, email)) throw unknownAddress()
  const about = await withPresentSlug(ctx, asked)
  return transaction(ctx.db, async (tx) => {
    await findSubscriberForUpdate(tx, email)
    if (right === 'claimant') return endRequested(ctx, tx, email, (row) => isAbout(row, about))
    const row = (await links.listLiveOfEmail(tx, email)).find((each) => isAbout(each, about))
    if (row) await links.markEnded(tx, { id: row.id }, ctx.now())
    return 'subscription'
  })
}

/**
 * Stops following an author, by uuid or email. Whether there is such an author, and whether they were followed, is not
 * revealed; an administrator's action for someone else is recorded in the audit.
 * @throws Problem `not_found` for someone else's address, `too_many_requests`.
 */
export async function unfollowAuthor(
  ctx: SignedInContext,
  { author, email }: { author: string; email: string },
): Promise<Ended> {
  await ctx.limits.take('account', `newsletters:${ctx.actor.id}`)
  const right = await rightOver(ctx, email)
  return transaction(ctx.db, async (tx) => {
    // Lock first: a subscription confirmed meanwhile must not be ended by an unverified caller.
    await findSubscriberForUpdate(tx, email)
    if (right === 'claimant') {
      const authorId = (await findAuthor(tx, author))?.id
      return endRequested(ctx, tx, email, (row) => authorId !== undefined && row.authorId === authorId)
    }
    const following = await links.findFollowing(tx, email, author)
    if (!following) return 'subscription'
    await links.markEnded(tx, { id: following.id }, ctx.now())
    if (right === 'admin') {
      const details = { author: following.authorId ?? '' }
      await recordAudit(ctx, tx, { action: 'following_ended', email: following.email, details })
    }
    return 'subscription'
  })
}

/** Always answers the same, so that it does not reveal the owner's subscriptions. */
async function endRequested(
  ctx: SignedInContext,
  tx: Db,
  email: string,
  isMeant: (row: links.NamedSubscription) => boolean,
): Promise<Ended> {
  const userId = ctx.actor.id
  const row = (await links.listRequested(tx, { userId, email })).find(isMeant)
  if (row?.isFirst) await links.markEnded(tx, { id: row.id }, ctx.now())
  if (row) await links.deleteRequest(tx, { userId, subscriptionId: row.id })
  return 'request'
}

/** A page that is still open may name a publication by a former slug. */
async function withPresentSlug(ctx: SignedInContext, about: Wanted): Promise<Wanted> {
  const publication = about.following_publication && (await findPublication(ctx, about.following_publication))
  return publication ? { ...about, following_publication: publication.slug } : about
}

function isAbout(row: links.NamedSubscription, about: Wanted): boolean {
  if (about.category) return row.category === about.category
  if (about.following_publication) return row.publicationSlug === about.following_publication
  return row.authorId !== null && row.authorId === about.following_author
}

/** `claimant`: the address of the caller's account, not proven yet. */
async function rightOver(ctx: SignedInContext, email: string): Promise<'owner' | 'admin' | 'claimant'> {
  if (await isOwnProven(ctx, email)) return 'owner'
  if (ctx.actor.role === 'admin') return 'admin'
  if (isOwn(ctx.actor, email)) return 'claimant'
  throw unknownAddress()
}

function unknownAddress(): Problem {
  return new Problem('not_found', { detail: 'We can’t find subscriptions of yours for this address.' })
}
