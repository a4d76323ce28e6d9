import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/id.ts'
import type { SubscriberRow } from '../db/tables/subscribers.ts'
import * as repository from './repository.ts'
import { isLive, isSameTarget } from './subscription.ts'

/**
 * Takes what a person's proven address is subscribed to along to their new one, under new uuids: the links in the mailbox of
 * the old one end and confirm nothing at the new one. What both have stays as it is at the new one where that is confirmed,
 * and ends at the old one.
 */
export async function moveSubscriber(ctx: Context, tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const old = await repository.findSubscriberForUpdate(tx, from)
  if (!old) return
  const createdAt = ctx.now()
  const other = await repository.claimSubscriber(tx, { id: newId(createdAt), email: to, createdAt })
  if (other.id === old.id) return repository.markSubscriber(tx, old.id, { email: to })
  await moveSubscriptions(ctx, tx, old, other)
  // The new address is proven: what was asked of either says nothing of it.
  await repository.markAnswered(tx, other.id)
}

async function moveSubscriptions(ctx: Context, tx: Db, old: SubscriberRow, other: SubscriberRow): Promise<void> {
  const there = await repository.listSubscriptionsOf(tx, other.id)
  for (const row of await repository.listSubscriptionsOf(tx, old.id)) {
    const same = there.find((candidate) => isSameTarget(candidate, row))
    if (!same) {
      await repository.markSubscription(tx, row.id, { subscriberId: other.id, uuid: randomUUID() })
      continue
    }
    const { confirmedAt, endedAt, frequency } = row
    if (isLive(row) && !isLive(same))
      await repository.markSubscription(tx, same.id, { confirmedAt, endedAt, frequency })
    if (!endedAt) await repository.markSubscription(tx, row.id, { endedAt: ctx.now() })
  }
}
