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
 * Moves subscriptions to the address that an account has just proven: all of them if the former address was proven, and
 * otherwise only those that this account asked for.
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
 * Moves the subscriptions of a person's proven address to their new one, under new uuids: links in the old mailbox must
 * not end or confirm anything at the new address. A subscription that both have stays as it is at the new one if it is
 * confirmed there, and ends at the old one. Emails received at the old address count as received at the new one.
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
  // If the new address already gets emails, its own settings stay.
  if (isNew) {
    const { timeZone, pausedUntil } = old
    await repository.markSubscriber(tx, other.id, { timeZone, pausedUntil, digestAt: null })
  }
  // The new address is proven, so earlier unanswered confirmation emails no longer count.
  await repository.markAnswered(tx, other.id)
}

/** Gives the subscriber's row the new, so far unknown address; everything else that it has stays. */
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
      // The other subscription was confirmed, so the story of this one's request is forgotten.
      const change = { confirmedAt, endedAt, endReason: null, frequency, askedOn: null }
      await repository.markSubscription(tx, same.id, change)
    }
    if (!endedAt) await repository.markSubscription(tx, row.id, { endedAt: ctx.now() })
  }
}
