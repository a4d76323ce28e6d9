import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import { takeShared } from '../limits/client.ts'
import { Problem } from '../problem.ts'
import { findUser } from '../users/service.ts'
import * as repository from './repository.ts'
import { resolveTargets, type Wanted } from './resolve-targets.ts'
import { planConfirmationRequest } from './send-confirmation-request.ts'
import { isLive, isSameTarget } from './subscription.ts'

// The face of this room: other rooms know its service only.
export { moveSubscriber } from './move-subscriber.ts'

const pendingMost = 20

export type SubscribeInput = Wanted & {
  email: string
  frequency?: repository.Frequency | null | undefined
  /** Filled in by programs only. */
  website?: string | undefined
}

/**
 * Subscribes an address: the proven one of the caller at once, every other after a mail has asked it. For these nothing
 * in the answer tells whether the address was known.
 * @throws Problem `bad_request` naming the field, `already_subscribed` for the caller's own, `too_many_requests`.
 */
export async function subscribe(ctx: Context, input: SubscribeInput): Promise<'subscribed' | 'asked'> {
  await limit(ctx)
  if (input.website) return 'asked'
  const targets = await resolveTargets(ctx, input)
  const request = { email: input.email, targets, frequency: input.frequency ?? undefined }
  if (await isOwnProven(ctx, input.email)) {
    await transaction(ctx.db, (tx) => confirmOwn(ctx, tx, request), { isThere: () => hasOwn(ctx, request) })
    return 'subscribed'
  }
  await transaction(ctx.db, (tx) => ask(ctx, tx, request))
  return 'asked'
}

/** Whether an address is the caller's, and was shown to be. */
export async function isOwnProven({ db, actor }: Context, email: string): Promise<boolean> {
  if (!actor || !isOwn(actor, email)) return false
  const user = await findUser(db, actor.id)
  return Boolean(user?.emailProvenAt) && isOwn(user, email)
}

export function isOwn(person: { email: string } | undefined, email: string): boolean {
  return person?.email.toLowerCase() === email.trim().toLowerCase()
}

export function countSubscribers(ctx: Context, which: { confirmed: boolean }): Promise<number> {
  return repository.countSubscribers(ctx.db, which)
}

async function limit({ limits, actor, caller }: Context) {
  if (actor) await limits.take('account', `newsletters:${actor.id}`)
  else await takeShared(limits, 'subscribe', caller)
}

type Request = { email: string; targets: repository.Target[]; frequency: repository.Frequency | undefined }

async function confirmOwn(ctx: Context, tx: Db, { email, targets, frequency }: Request) {
  const { subscriber, now } = await claim(ctx, tx, email)
  const known = await repository.listSubscriptionsOf(tx, subscriber.id)
  let changed = false
  for (const target of targets) {
    const row = known.find((candidate) => isSameTarget(candidate, target))
    if (row && isLive(row) && (!frequency || frequency === row.frequency)) continue
    changed = true
    if (!row) {
      await repository.insertSubscription(
        tx,
        newRow(subscriber.id, target, frequency, { askedAt: now, confirmedAt: now }),
      )
    } else {
      const change = {
        askedAt: now,
        confirmedAt: row.confirmedAt ?? now,
        endedAt: null,
        ...(frequency && { frequency }),
      }
      await repository.markSubscription(tx, row.id, change)
    }
  }
  if (!changed) throw new Problem('already_subscribed', { detail: 'You are subscribed already.' })
  await repository.markAnswered(tx, subscriber.id)
}

/** Whether an address has everything that was asked for, as it was asked for. */
async function hasOwn({ db }: Context, { email, targets, frequency }: Request): Promise<boolean> {
  const subscriber = await repository.findSubscriber(db, email)
  const known = subscriber ? await repository.listSubscriptionsOf(db, subscriber.id) : []
  const isHad = (row: repository.SubscriptionRow) => isLive(row) && (!frequency || frequency === row.frequency)
  return targets.every((target) => known.some((row) => isSameTarget(row, target) && isHad(row)))
}

/** Does the same for a known and an unknown address, so that the time it takes tells nothing. */
async function ask(ctx: Context, tx: Db, { email, targets, frequency }: Request) {
  const { subscriber, now } = await claim(ctx, tx, email)
  const waiting = await repository.countPending(tx, subscriber.id)
  if (waiting + targets.length > pendingMost) return
  for (const target of targets) {
    await repository.insertSubscription(
      tx,
      newRow(subscriber.id, target, frequency, { askedAt: now, confirmedAt: null }),
    )
    await repository.markPending(tx, subscriber.id, target, { askedAt: now, ...(frequency && { frequency }) })
  }
  await planConfirmationRequest(ctx, tx, subscriber, now)
}

/** The time is taken while the address is held: what is asked for is before or after a mail, never beside it. */
async function claim(ctx: Context, tx: Db, email: string) {
  const createdAt = ctx.now()
  const subscriber = await repository.claimSubscriber(tx, { id: newId(createdAt), email, createdAt })
  return { subscriber, now: ctx.now() }
}

function newRow(
  subscriberId: string,
  target: repository.Target,
  frequency: repository.Frequency = 'weekly',
  times: { askedAt: Date; confirmedAt: Date | null },
) {
  const id = newId(times.askedAt)
  return { id, uuid: randomUUID(), subscriberId, ...target, frequency, ...times, createdAt: times.askedAt }
}
