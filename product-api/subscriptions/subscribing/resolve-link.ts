import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { clientOf } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import * as links from './link-repository.ts'
import { findSubscriberByIdForUpdate } from './repository.ts'

/**
 * Finds the subscription of an email's link. Only unknown links count towards the rate limit: whole offices share an IP
 * address, and a valid link must always work.
 * @throws Problem `not_found`, `too_many_requests`.
 */
export async function resolveLink(ctx: Context, uuid: string): Promise<links.NamedSubscription> {
  const row = isId(uuid) ? await links.findByUuid(ctx.db, uuid) : undefined
  if (row) return row
  await ctx.limits.take('subscriptionLink', clientOf(ctx.caller))
  throw unknownLink()
}

/**
 * Acts on a link's subscription in a transaction that has its subscriber locked.
 * @throws Problem `not_found`, `too_many_requests`.
 */
export async function withLockedLink<T>(
  ctx: Context,
  uuid: string,
  act: (tx: Db, row: links.NamedSubscription) => Promise<T>,
): Promise<T> {
  await resolveLink(ctx, uuid)
  return transaction(ctx.db, async (tx) => act(tx, await lockLinked(tx, uuid)))
}

/** Finds a link's subscription and locks its subscriber until the transaction ends. @throws Problem `not_found`. */
export async function lockLinked(tx: Db, uuid: string): Promise<links.NamedSubscription> {
  const seen = await links.findByUuid(tx, uuid)
  if (seen) await findSubscriberByIdForUpdate(tx, seen.subscriberId)
  const row = await links.findByUuid(tx, uuid)
  if (!row) throw unknownLink()
  return row
}

export function unknownLink(): Problem {
  return new Problem('not_found', { detail: 'We can’t find a subscription for this link.' })
}
