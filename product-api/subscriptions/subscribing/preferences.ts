import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Preferences } from '#contract/subscription-schemas.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { subscribers, subscriptions } from '#platform/db/tables/subscriptions.ts'
import { invalidField, Problem } from '#platform/problem.ts'
import { isTimeZone, shortenEmail } from './address.ts'
import { listLiveOfSubscriber, type NamedSubscription } from './link-repository.ts'
import { type Frequency, markSubscriber } from './repository.ts'
import { resolveLink, unknownLink, withLockedLink } from './resolve-link.ts'
import { describeSubject } from './subscription.ts'

const hourMs = 60 * 60 * 1000
const pauseMs = 30 * 24 * hourMs

export type PreferencesChange = {
  time_zone?: string | undefined
  paused?: boolean | undefined
  subscriptions?: { uuid: string; frequency: Frequency }[] | undefined
}

/**
 * Reads the preferences of an address, by the link of any of its subscriptions; changes nothing.
 * @throws Problem `not_found`.
 */
export async function readPreferences(ctx: Context, uuid: string): Promise<Preferences> {
  return preferencesOf(ctx, ctx.db, await resolveLink(ctx, uuid))
}

/** Changes the given preferences. @throws Problem `not_found`, `bad_request` naming the field; then nothing changes. */
export async function changePreferences(ctx: Context, uuid: string, change: PreferencesChange): Promise<Preferences> {
  const { time_zone: timeZone, paused } = change
  return withLockedLink(ctx, uuid, async (tx, row) => {
    if (timeZone !== undefined && !isTimeZone(timeZone))
      throw invalidField('time_zone', 'This time zone does not exist. Please choose another one.')
    const { subscriberId } = row
    for (const { uuid: one, frequency } of change.subscriptions ?? []) {
      const isOwn = isId(one) && (await markFrequency(tx, { subscriberId, uuid: one, frequency }))
      if (!isOwn) throw invalidField('subscriptions', 'We can’t find a subscription for this link.')
    }
    if (timeZone !== undefined || paused !== undefined) {
      await markSubscriber(tx, subscriberId, {
        ...(timeZone !== undefined && { timeZone }),
        ...(paused !== undefined && { pausedUntil: paused ? new Date(ctx.now().getTime() + pauseMs) : null }),
        // The next digest is planned again.
        digestAt: null,
      })
    }
    return preferencesOf(ctx, tx, row)
  })
}

/**
 * Records why its owner ended a subscription, and those that ended with it.
 * @throws Problem `not_found`, `not_possible` if it has not ended.
 */
export async function giveReason(ctx: Context, uuid: string, reason: string): Promise<void> {
  await withLockedLink(ctx, uuid, async (tx, { subscriberId, endedAt }) => {
    if (!endedAt) throw new Problem('not_possible', { detail: 'This subscription has not ended.' })
    await markReason(tx, { subscriberId, endedAt }, reason)
  })
}

/**
 * Restores a confirmed subscription, and those that ended with it. Only within an hour: the link of an old email must not
 * revive a subscription long forgotten.
 * @throws Problem `not_found`, `not_possible` later, and for a subscription that was never confirmed.
 */
export async function undoEnd(ctx: Context, uuid: string): Promise<Preferences> {
  return withLockedLink(ctx, uuid, async (tx, row) => {
    const { subscriberId, endedAt, confirmedAt } = row
    if (endedAt) {
      if (!confirmedAt || endedAt.getTime() < ctx.now().getTime() - hourMs)
        throw new Problem('not_possible', {
          detail: 'This ended more than an hour ago. You’re welcome to subscribe again.',
        })
      await markResumed(tx, { subscriberId, endedAt })
    }
    return preferencesOf(ctx, tx, row)
  })
}

async function preferencesOf(ctx: Context, db: Db, { subscriberId }: NamedSubscription): Promise<Preferences> {
  const [subscriber] = await db.select().from(subscribers).where(eq(subscribers.id, subscriberId))
  if (!subscriber) throw unknownLink()
  const { email, timeZone, pausedUntil } = subscriber
  const live = await listLiveOfSubscriber(db, subscriberId)
  return {
    email: shortenEmail(email),
    time_zone: timeZone,
    paused_until: pausedUntil && pausedUntil > ctx.now() ? pausedUntil.toISOString() : null,
    subscriptions: live.map((row) => ({
      uuid: row.uuid,
      about: describeSubject(row, ctx.categories),
      frequency: row.frequency,
      confirmed: row.confirmedAt !== null,
    })),
  }
}

/** Sets the frequency unless the subscription has ended. @returns whether this subscriber has such a subscription at all. */
async function markFrequency(
  tx: Db,
  { subscriberId, uuid, frequency }: { subscriberId: string; uuid: string; frequency: Frequency },
): Promise<boolean> {
  const isThis = and(eq(subscriptions.subscriberId, subscriberId), eq(subscriptions.uuid, uuid))
  const changed = await tx
    .update(subscriptions)
    .set({ frequency })
    .where(and(isThis, isNull(subscriptions.endedAt)))
    .returning({ id: subscriptions.id })
  if (changed.length > 0) return true
  const [ended] = await tx.select({ id: subscriptions.id }).from(subscriptions).where(isThis).limit(1)
  return ended !== undefined
}

type EndedTogether = { subscriberId: string; endedAt: Date }

/** Sets the reason of all subscriptions that ended at the same time. */
async function markReason(tx: Db, { subscriberId, endedAt }: EndedTogether, endReason: string): Promise<void> {
  await tx.update(subscriptions).set({ endReason }).where(endedThen(subscriberId, endedAt))
}

/** Resumes the confirmed subscriptions that ended at the same time. */
async function markResumed(tx: Db, { subscriberId, endedAt }: EndedTogether): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ endedAt: null, endReason: null })
    .where(and(endedThen(subscriberId, endedAt), isNotNull(subscriptions.confirmedAt), isOfSomething))
}

/** Not of a publication that was deleted meanwhile. */
const isOfSomething = sql`not exists (
  select from publications where publications.id = ${subscriptions.publicationId} and publications.deleted_at is not null)`

function endedThen(subscriberId: string, endedAt: Date) {
  return and(eq(subscriptions.subscriberId, subscriberId), eq(subscriptions.endedAt, endedAt))
}
