import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import * as repository from './repository.ts'
import { isLive, isSameTarget } from './subscription.ts'

/**
 * Takes what a person's proven address is subscribed to along to their new one. What both have stays as it is at the new
 * one where that is confirmed, and ends at the old one.
 */
export async function moveSubscriber(ctx: Context, tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const old = await repository.findSubscriberForUpdate(tx, from)
  if (!old) return
  const other = await repository.findSubscriberForUpdate(tx, to)
  if (!other || other.id === old.id) return repository.markSubscriber(tx, old.id, { email: to })
  const there = await repository.listSubscriptionsOf(tx, other.id)
  for (const row of await repository.listSubscriptionsOf(tx, old.id)) {
    const same = there.find((candidate) => candidate.id !== row.id && isSameTarget(candidate, row))
    if (!same) {
      await repository.markSubscription(tx, row.id, { subscriberId: other.id })
      continue
    }
    const { confirmedAt, endedAt, frequency } = row
    if (isLive(row) && !isLive(same))
      await repository.markSubscription(tx, same.id, { confirmedAt, endedAt, frequency })
    if (!endedAt) await repository.markSubscription(tx, row.id, { endedAt: ctx.now() })
  }
}
