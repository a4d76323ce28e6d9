import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { countAskedOn, findOrCreateSubscriber } from '../subscribe.ts'
import { liftByOwner } from '../suppressions.ts'
import { deleteRequestsOf, listRequested, markEnded } from './link-repository.ts'
import * as repository from './repository.ts'
import { isLive, isSameTarget, newSubscriptionRow } from './subscription.ts'

type Move = { userId: string; from: string; to: string }

/**
 * Subscribes an account's newly proven address to everything the account requested before. If that is another address,
 * subscriptions that the account was the first to request end at the former one; those of others stay.
 */
export async function applyRequests(ctx: Context, tx: Db, { userId, from, to }: Move): Promise<void> {
  await repository.findSubscriberForUpdate(tx, from)
  const requested = await listRequested(tx, { userId, email: from })
  await deleteRequestsOf(tx, userId)
  if (requested.length === 0) return
  const { id } = await findOrCreateSubscriber(ctx, tx, to)
  const now = ctx.now()
  const known = await repository.listSubscriptionsOf(tx, id)
  for (const row of requested) {
    const { category, publicationId, authorId, frequency } = row
    // A request that has ended counts for no story any more.
    const askedOn = row.endedAt ? null : row.askedOn
    const same = known.find((candidate) => isSameTarget(candidate, row))
    if (!same) {
      const times = { askedAt: now, confirmedAt: now, askedOn }
      await repository.insertSubscription(
        tx,
        newSubscriptionRow(id, { category, publicationId, authorId }, frequency, times),
      )
    } else if (!isLive(same)) {
      const change = { confirmedAt: now, endedAt: null, endReason: null, frequency, askedOn }
      await repository.markSubscription(tx, same.id, change)
    }
    if (row.isFirst && row.id !== same?.id) await markEnded(tx, { id: row.id }, now)
  }
  await countAskedOn(ctx, tx, id)
  await repository.markAnswered(tx, id)
  await liftByOwner(tx, to)
}
