import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { findOrCreateSubscriber } from '../subscribe.ts'
import { liftByOwner } from '../suppressions.ts'
import { markEnded } from './link-repository.ts'
import * as repository from './repository.ts'
import { deleteRequestsOf, listRequested } from './request-repository.ts'
import { isLive, isSameTarget, newRow } from './subscription.ts'

type Move = { userId: string; from: string; to: string }

/**
 * Gives an account what it asked for while its address was not proven: its proven address gets all of it. If that is
 * another address, what the account was the first to ask for ends at the one before; what others asked for there stays.
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
    const { frequency } = row
    const same = known.find((candidate) => isSameTarget(candidate, row))
    if (!same) {
      const times = { askedAt: now, confirmedAt: now }
      await repository.insertSubscription(tx, newRow(id, targetOf(row), frequency, times))
    } else if (!isLive(same)) {
      await repository.markSubscription(tx, same.id, { confirmedAt: now, endedAt: null, endReason: null, frequency })
    }
    if (row.isFirst && row.id !== same?.id) await markEnded(tx, { id: row.id }, now)
  }
  await repository.markAnswered(tx, id)
  await liftByOwner(tx, to)
}

function targetOf({ category, publicationId, authorId }: repository.SubscriptionRow): repository.Target {
  if (category) return { category }
  if (publicationId) return { publicationId }
  if (authorId) return { authorId }
  throw new Error('A subscription about nothing')
}
