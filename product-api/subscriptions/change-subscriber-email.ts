import { randomUUID } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import type { SubscriberRow } from '#platform/db/tables/subscriptions.ts'
import { isDisposable } from './subscribing/address.ts'
import { applyRequests } from './subscribing/apply-requests.ts'
import { hasConfirmed } from './subscribing/link-repository.ts'
import * as repository from './subscribing/repository.ts'
import { isLive, isSameTarget } from './subscribing/subscription.ts'

type ProvenEmail = { userId: string; from: string; to: string; isFormerProven: boolean }

/**
 * Follows an address that an account has proven: all subscriptions of a proven address move along; of one that was never
 * proven, only those that this account asked for.
 */
export async function followProvenEmail(
  ctx: Context,
  tx: Db,
  { userId, from, to, isFormerProven }: ProvenEmail,
): Promise<void> {
  if (isFormerProven) await moveSubscriber(ctx, tx, { from, to })
  else await applyRequests(ctx, tx, { userId, from, to })
}

/**
 * Takes what a person's proven address is subscribed to along to their new one, under new uuids: the links in the
 * mailbox of the old one end and confirm nothing at the new one. What both have stays as it is at the new one if
 * confirmed there, and ends at the old one. What the person has received counts as received at the new one.
 */
export async function moveSubscriber(ctx: Context, tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const old = await repository.findSubscriberForUpdate(tx, from)
  if (!old) return
  const createdAt = ctx.now()
  const id = newId(createdAt)
  const other = await repository.lockOrCreateSubscriber(tx, { id, email: to, createdAt })
  if (other.id === old.id) return repository.markSubscriber(tx, old.id, { email: to })
  if (other.id === id) return renameSubscriber(tx, { old, fresh: other, now: createdAt })
  const isNew = !(await hasConfirmed(tx, other.id))
  await moveSubscriptions(ctx, tx, old, other)
  await repository.moveReceived(tx, { from: old.id, to: other.id })
  await repository.mergeWelcomes(tx, other, old)
  // An owner whose new address already gets emails has chosen there.
  if (isNew) {
    const { timeZone, pausedUntil } = old
    await repository.markSubscriber(tx, other.id, { timeZone, pausedUntil, digestAt: null })
  }
  // The new address is proven: what was asked of either says nothing of it.
  await repository.markAnswered(tx, other.id)
}

/**
 * The new address was unknown: the row stays, with everything that is known of the person, and gets the new address.
 */
async function renameSubscriber(
  tx: Db,
  { old, fresh, now }: { old: SubscriberRow; fresh: SubscriberRow; now: Date },
): Promise<void> {
  const { email } = fresh
  await repository.deleteSubscriber(tx, fresh.id)
  await repository.markSubscriber(tx, old.id, { email, emailSince: now, isDisposable: isDisposable(email) })
  for (const { id } of await repository.listSubscriptionsOf(tx, old.id)) {
    await repository.markSubscription(tx, id, { uuid: randomUUID(), confirmUuid: randomUUID() })
  }
  await repository.markAnswered(tx, old.id)
}

async function moveSubscriptions(ctx: Context, tx: Db, old: SubscriberRow, other: SubscriberRow): Promise<void> {
  const there = await repository.listSubscriptionsOf(tx, other.id)
  for (const row of await repository.listSubscriptionsOf(tx, old.id)) {
    const same = there.find((candidate) => isSameTarget(candidate, row))
    if (!same) {
      const links = { uuid: randomUUID(), confirmUuid: randomUUID() }
      await repository.markSubscription(tx, row.id, { subscriberId: other.id, ...links })
      continue
    }
    const { confirmedAt, endedAt, frequency } = row
    if (isLive(row) && !isLive(same)) {
      const change = { confirmedAt, endedAt, endReason: null, frequency }
      await repository.markSubscription(tx, same.id, change)
    }
    if (!endedAt) await repository.markSubscription(tx, row.id, { endedAt: ctx.now() })
  }
}
