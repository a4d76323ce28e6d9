import { proveEmail } from '#accounts/confirm-email.ts'
import { findUserForUpdate } from '#accounts/users.ts'
import type { EndScope } from '#contract/paths.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { countAskedOn, isOwn } from '../subscribe.ts'
import { liftByOwner } from '../suppressions.ts'
import { planWelcome } from '../welcome-subscriber.ts'
import { isRefused, shortenEmail } from './address.ts'
import { applyRequests } from './apply-requests.ts'
import * as links from './link-repository.ts'
import * as repository from './repository.ts'
import { lockLinked, resolveLink, unknownLink, withLockedLink } from './resolve-link.ts'
import { describeSubscription, isLive } from './subscription.ts'

/** Describes the subscription that an email's link leads to; changes nothing. @throws Problem `not_found`. */
export async function readLink(ctx: Context, uuid: string) {
  const row = await resolveLink(ctx, uuid)
  const waits = isPending(row) ? await links.listPendingOf(ctx.db, row.subscriberId) : []
  return {
    email: shortenEmail(row.email),
    about: describeSubscription(row, ctx.categories),
    category: row.category,
    following_publication: row.publicationDeletedAt ? null : row.publicationSlug,
    following_author: row.authorId,
    confirmed: isLive(row),
    ended: row.endedAt !== null,
    confirmable: row.endedAt === null || withdrawsRefusal(row, ctx.now()),
    refusable: await isRefusable(ctx, row),
    pending: waits.map((one) => describeSubscription(one, ctx.categories)),
    digests: (await links.listDigestsOf(ctx.db, row.subscriberId)).map((one) =>
      describeSubscription(one, ctx.categories),
    ),
  }
}

/**
 * Confirms all pending subscriptions of a link's address: whoever has the email has shown that the address is theirs.
 * Confirming twice changes nothing, and the link of a subscription that is confirmed already confirms nothing else. If the
 * owner had refused, the refusal is withdrawn and the link's own subscription is confirmed although it has ended: it could
 * not be requested again. If the caller's account has this address, the address is proven for the account too.
 * @throws Problem `not_found`, also for a subscription that was ended otherwise.
 */
export async function confirm(ctx: Context, uuid: string): Promise<void> {
  await resolveLink(ctx, uuid)
  await transaction(ctx.db, async (tx) => {
    // A transaction that locks both locks the account first.
    const account = ctx.actor && (await findUserForUpdate(tx, ctx.actor.id))
    const row = await lockLinked(tx, uuid)
    await confirmWaiting(ctx, tx, row)
    // Only a confirmation email's link proves the address: newsletters, and the links in them, get forwarded.
    if (account && !account.emailProvenAt && isOwn(account, row.email) && row.confirmUuid === uuid.toLowerCase()) {
      await proveEmail(ctx, tx, account)
      await applyRequests(ctx, tx, { userId: account.id, from: account.email, to: account.email })
    }
  })
}

async function confirmWaiting(ctx: Context, tx: Db, row: links.NamedSubscription): Promise<void> {
  const now = ctx.now()
  const wasRefused = withdrawsRefusal(row, now)
  if (row.endedAt && !wasRefused) {
    throw new Problem('not_found', { detail: 'This subscription has ended. You’re welcome to subscribe again.' })
  }
  if (row.confirmedAt) return
  const isFirst = !(await links.hasConfirmed(tx, row.subscriberId))
  if (wasRefused) await repository.markSubscription(tx, row.id, { confirmedAt: now, endedAt: null })
  else await links.markPendingConfirmed(tx, row.subscriberId, now)
  await countAskedOn(ctx, tx, row.subscriberId)
  await repository.markAnswered(tx, row.subscriberId)
  // The email has arrived, and newsletters are wanted.
  await liftByOwner(tx, row.email)
  if (isFirst) await planWelcome(ctx, tx, row.subscriberId)
}

/** The scope of unsubscribing: one subscription, all digests of the address, or everything. */
type Ending = 'one' | EndScope

/**
 * Ends a subscription, or more of its address. Twice ends nothing more. Unsubscribing before ever confirming counts as
 * a refusal: everything that is waiting at the address ends, and we don't ask it again for 180 days.
 * @throws Problem `not_found`.
 */
export async function unsubscribe(ctx: Context, uuid: string, scope: Ending): Promise<void> {
  await withLockedLink(ctx, uuid, (tx, row) => end(ctx, tx, row, scope))
}

/**
 * Unsubscribes by an email app's button. An unknown link is not reported: nobody could act on it.
 * @throws Problem `not_found` for a malformed link.
 */
export async function unsubscribeAtOnce(ctx: Context, uuid: string, scope: Ending): Promise<void> {
  if (!isId(uuid)) throw unknownLink()
  if (!(await links.findByUuid(ctx.db, uuid))) return
  await transaction(ctx.db, async (tx) => end(ctx, tx, await lockLinked(tx, uuid), scope))
}

async function end(ctx: Context, tx: Db, row: links.NamedSubscription, scope: Ending): Promise<void> {
  const { id, subscriberId } = row
  const now = ctx.now()
  await links.markEnded(tx, scope === 'one' ? { id } : { subscriberId, digestsOnly: scope === 'digests' }, now)
  if (row.confirmedAt || (await links.hasConfirmed(tx, subscriberId))) return
  await links.markEnded(tx, { subscriberId }, now)
  await repository.markSubscriber(tx, subscriberId, { refusedAt: now })
}

/** True if unsubscribing should also block further confirmation emails. */
async function isRefusable(ctx: Context, row: links.NamedSubscription): Promise<boolean> {
  if (row.confirmedAt || isRefused(row, ctx.now())) return false
  return !(await links.hasConfirmed(ctx.db, row.subscriberId))
}

/** Whether confirming withdraws the owner's refusal. */
function withdrawsRefusal(row: links.NamedSubscription, now: Date): boolean {
  return row.endedAt !== null && row.confirmedAt === null && isRefused(row, now)
}

function isPending({ confirmedAt, endedAt }: links.NamedSubscription): boolean {
  return confirmedAt === null && endedAt === null
}
