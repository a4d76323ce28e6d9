import { findUser } from '#accounts/users.ts'
import { isSolved } from '#platform/challenge.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { readCount } from '#platform/db/counters.ts'
import { newId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { clientOf, emailProofKey, takeShared } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { countSubscribed } from '#stories/count-subscribed.ts'
import { findPublishedStory } from '#stories/list-stories.ts'
import { planConfirmationRequest } from './send-confirmation-request.ts'
import { isTimeZone } from './subscribing/address.ts'
import { markRequested, markShared } from './subscribing/link-repository.ts'
import * as repository from './subscribing/repository.ts'
import { resolveTargets, type Wanted } from './subscribing/resolve-targets.ts'
import { isLive, isSameTarget, newSubscriptionRow, usualFrequencyOf } from './subscribing/subscription.ts'
import { isBouncing, liftByOwner } from './suppressions.ts'

// Routes know their own room only.
export { makeChallenge } from '#platform/challenge.ts'

const pendingMost = 20

type SubscribeInput = Wanted & {
  email: string
  frequency?: repository.Frequency | null | undefined
  /** The id or slug of the story on whose page it was asked for. */
  asked_on?: string | null | undefined
  /** The caller means their account, whose address this is. */
  as_account?: boolean | undefined
  /** The subscriber's time zone, for their mornings, as their browser reports it; anything else is ignored. */
  time_zone?: string | null | undefined
  /** The solution of a challenge. */
  altcha?: string | null | undefined
  /** Filled in by programs only. */
  website?: string | undefined
}

/**
 * Subscribes an address: the caller's proven one immediately, any other after an email has asked it. For those, nothing
 * in the answer tells whether the address was known.
 * @throws Problem `bad_request` naming the field, `unauthenticated` for an account that is not here, `already_subscribed` for the caller's own, `challenge_needed`,
 * `too_many_requests`.
 */
export async function subscribe(ctx: Context, input: SubscribeInput): Promise<'subscribed' | 'asked'> {
  if (input.as_account && !isOwn(ctx.actor, input.email)) throw new Problem('unauthenticated')
  await limit(ctx)
  if (input.website) return 'asked'
  const targets = await resolveTargets(ctx, input)
  const request = {
    email: input.email,
    targets,
    frequency: input.frequency ?? undefined,
    askedOn: input.asked_on ? await findPublishedStory(ctx, input.asked_on) : undefined,
    timeZone: input.time_zone && isTimeZone(input.time_zone) ? input.time_zone : undefined,
  }
  // If emails to a proven address have bounced, a confirmation must show that they arrive again.
  if ((await isOwnProven(ctx, input.email)) && !(await isBouncing(ctx.db, input.email))) {
    await transaction(ctx.db, (tx) => confirmOwn(ctx, tx, request), { isThere: () => hasOwn(ctx, request) })
    return 'subscribed'
  }
  await requireSolution(ctx, input.altcha)
  const hasAsked = await transaction(ctx.db, (tx) => ask(ctx, tx, request))
  // No confirmation email comes if everything is confirmed already. This one lets the account prove its address.
  if (!hasAsked && isOwn(ctx.actor, input.email)) await sendProofLink(ctx, input.email)
  return 'asked'
}

async function sendProofLink(ctx: Context, email: string): Promise<void> {
  const userId = ctx.actor?.id ?? ''
  if (!(await ctx.limits.tryTake('proofPair', emailProofKey({ userId, email })))) return
  await transaction(ctx.db, (tx) => ctx.queue.enqueue(tx, 'send-welcome', { userId }))
}

/** Whether an address is the caller's, and proven. */
export async function isOwnProven({ db, actor }: Context, email: string): Promise<boolean> {
  if (!actor || !isOwn(actor, email)) return false
  const user = await findUser(db, actor.id)
  return Boolean(user?.emailProvenAt) && isOwn(user, email)
}

export function isOwn(person: { email: string } | undefined, email: string): boolean {
  return person?.email.toLowerCase() === email.trim().toLowerCase()
}

/** How many addresses have a subscription that has not ended; `confirmed`: a confirmed one. */
export function countSubscribers({ db }: Context, { confirmed }: { confirmed: boolean }): Promise<number> {
  return readCount(db, confirmed ? 'confirmed_subscribers' : 'subscribers')
}

/**
 * The first few subscriptions of a client in an hour are free; each further one needs the solution of a challenge.
 * @throws Problem `challenge_needed`.
 */
async function requireSolution(ctx: Context, altcha: string | null | undefined): Promise<void> {
  if (await ctx.limits.tryTake('subscribeFree', clientOf(ctx.caller))) return
  if (await isSolved(ctx, altcha)) return
  throw new Problem('challenge_needed', {
    detail: 'Many subscriptions have come from your network. Please try again in an hour.',
  })
}

async function limit({ limits, actor, caller }: Context) {
  if (actor) await limits.take('account', `newsletters:${actor.id}`)
  else await takeShared(limits, 'subscribe', caller)
}

type Request = {
  email: string
  targets: repository.Target[]
  frequency: repository.Frequency | undefined
  askedOn: string | undefined
  timeZone: string | undefined
}

async function confirmOwn(ctx: Context, tx: Db, request: Request) {
  const { email, targets, frequency, askedOn, timeZone } = request
  const { subscriber, now } = await claim(ctx, tx, request)
  const known = await repository.listSubscriptionsOf(tx, subscriber.id)
  let changed = false
  for (const target of targets) {
    const row = known.find((candidate) => isSameTarget(candidate, target))
    if (row && isLive(row) && (!frequency || frequency === row.frequency)) continue
    changed = true
    if (!row) {
      await repository.insertSubscription(
        tx,
        newSubscriptionRow(subscriber.id, target, frequency ?? usualFrequencyOf(ctx, target), {
          askedAt: now,
          confirmedAt: now,
          askedOn,
        }),
      )
    } else {
      const change = {
        askedAt: now,
        confirmedAt: row.confirmedAt ?? now,
        endedAt: null,
        endReason: null,
        // It counts once, at its first confirmation, and for the story of this request: an earlier request's is forgotten.
        askedOn: row.confirmedAt ? null : (askedOn ?? null),
        // An ended subscription starts again: an earlier choice is forgotten.
        ...(row.endedAt && { frequency: usualFrequencyOf(ctx, target) }),
        ...(frequency && { frequency }),
      }
      await repository.markSubscription(tx, row.id, change)
    }
  }
  if (!changed) throw new Problem('already_subscribed', { detail: 'You’re already subscribed.' })
  await countAskedOn(ctx, tx, subscriber.id)
  await repository.markAnswered(tx, subscriber.id)
  await liftByOwner(tx, email)
  // A time zone that its owner has chosen stays; UTC is the default.
  if (timeZone && subscriber.timeZone === 'UTC' && timeZone !== 'UTC')
    await repository.markSubscriber(tx, subscriber.id, { timeZone, digestAt: null })
}

/** Whether an address has all requested subscriptions, with the requested frequency. */
async function hasOwn({ db }: Context, { email, targets, frequency }: Request): Promise<boolean> {
  const subscriber = await repository.findSubscriber(db, email)
  const known = subscriber ? await repository.listSubscriptionsOf(db, subscriber.id) : []
  const isHad = (row: repository.SubscriptionRow) => isLive(row) && (!frequency || frequency === row.frequency)
  return targets.every((target) => known.some((row) => isSameTarget(row, target) && isHad(row)))
}

/**
 * Does the same for a known and an unknown address, so that its timing reveals nothing.
 * @returns whether a confirmation email asks, or has asked, for any of it.
 */
async function ask(ctx: Context, tx: Db, request: Request): Promise<boolean> {
  const { email, targets, frequency, askedOn } = request
  const { subscriber, now } = await claim(ctx, tx, request)
  const known = await repository.listSubscriptionsOf(tx, subscriber.id)
  const waiting = await repository.countPending(tx, subscriber.id)
  // Nothing is sent to a bouncing address, so a confirmation may be asked for again, even of confirmed subscriptions.
  const evenConfirmed = await isBouncing(tx, email)
  if (waiting + targets.length > pendingMost) return true
  for (const target of targets) {
    await repository.insertSubscription(
      tx,
      newSubscriptionRow(subscriber.id, target, frequency ?? usualFrequencyOf(ctx, target), {
        askedAt: now,
        confirmedAt: null,
        askedOn,
      }),
    )
    const change = { askedAt: now, frequency, usual: usualFrequencyOf(ctx, target), evenConfirmed, askedOn }
    await repository.markPending(tx, subscriber.id, target, change)
  }
  const rows = await repository.listSubscriptionsOf(tx, subscriber.id)
  const meant = rows.filter((row) => targets.some((target) => isSameTarget(target, row)))
  await recordRequests(ctx, tx, request, { meant, known, now })
  await planConfirmationRequest(ctx, tx, subscriber, now)
  return meant.some(({ confirmedAt }) => confirmedAt === null)
}

type Asked = { meant: repository.SubscriptionRow[]; known: repository.SubscriptionRow[]; now: Date }

/** Counts what a subscriber has confirmed for the stories on whose pages it was asked for; each request once. */
export async function countAskedOn(ctx: Pick<Context, 'now'>, tx: Db, subscriberId: string): Promise<void> {
  const storyIds = await repository.takeAskedOn(tx, subscriberId)
  if (storyIds.length > 0) await countSubscribed(tx, storyIds, ctx.now())
}

/** Records the requests of an account at its own address. A subscription that others request as well is not the account's. */
async function recordRequests(ctx: Context, tx: Db, request: Request, { meant, known, now }: Asked) {
  const { actor } = ctx
  for (const row of meant) {
    const before = known.find(({ id }) => id === row.id)
    if (actor && isOwn(actor, request.email)) {
      const frequency = request.frequency ?? usualFrequencyOf(ctx, row)
      const isFirst = !before || before.endedAt !== null
      await markRequested(tx, { userId: actor.id, subscriptionId: row.id, isFirst, frequency, askedAt: now })
    } else if (!before || !isLive(before)) await markShared(tx, row.id)
  }
}

/** Locks the address before taking the time, so that a request is clearly before or after any email to it. */
async function claim(ctx: Context, tx: Db, { email, timeZone }: Request) {
  const createdAt = ctx.now()
  const row = { id: newId(createdAt), email, timeZone, createdAt }
  const subscriber = await repository.lockOrCreateSubscriber(tx, row)
  return { subscriber, now: ctx.now() }
}

/** The subscriber of an address, created if there is none: known, and subscribed to nothing. */
export async function findOrCreateSubscriber(
  { now }: Pick<Context, 'now'>,
  tx: Db,
  email: string,
): Promise<{ id: string; email: string }> {
  const createdAt = now()
  return repository.lockOrCreateSubscriber(tx, { id: newId(createdAt), email, createdAt })
}
