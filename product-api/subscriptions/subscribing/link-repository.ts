import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { digestFrequencies, isDigest } from '#contract/frequencies.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { publications } from '#platform/db/tables/stories.ts'
import { subscribers, subscriptionRequests, subscriptions } from '#platform/db/tables/subscriptions.ts'
import { pending } from './repository.ts'

const selectNamed = (db: Db) =>
  db
    .select({
      ...getTableColumns(subscriptions),
      email: subscribers.email,
      refusedAt: subscribers.refusedAt,
      authorName: users.name,
      publicationName: publications.name,
      publicationSlug: publications.slug,
      publicationDeletedAt: publications.deletedAt,
    })
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .leftJoin(users, eq(users.id, subscriptions.authorId))
    .leftJoin(publications, eq(publications.id, subscriptions.publicationId))

/** A subscription with its address and the names of what it is about. */
export type NamedSubscription = Awaited<ReturnType<typeof selectNamed>>[number]

function listNamed(db: Db, which: SQL | undefined): Promise<NamedSubscription[]> {
  return selectNamed(db).where(which).orderBy(asc(subscriptions.id)).limit(1_000)
}

/** Finds a subscription by the uuid in a newsletter's link or in a confirmation email's. */
export async function findByUuid(db: Db, uuid: string): Promise<NamedSubscription | undefined> {
  const isThis = or(eq(subscriptions.uuid, uuid), eq(subscriptions.confirmUuid, uuid))
  const [row] = await selectNamed(db).where(isThis).limit(1)
  return row
}

export function listPendingOf(db: Db, subscriberId: string): Promise<NamedSubscription[]> {
  return listNamed(db, and(eq(subscriptions.subscriberId, subscriberId), pending))
}

/** The subscriptions of an address that have not ended and come as a digest. */
export async function listDigestsOf(db: Db, subscriberId: string): Promise<NamedSubscription[]> {
  return (await listLiveOfSubscriber(db, subscriberId)).filter(({ frequency }) => isDigest(frequency))
}

/** The subscriptions of an address that have not ended. */
export function listLiveOfSubscriber(db: Db, subscriberId: string): Promise<NamedSubscription[]> {
  return listNamed(db, and(eq(subscriptions.subscriberId, subscriberId), isNull(subscriptions.endedAt)))
}

/** The same by the address itself. */
export function listLiveOfEmail(db: Db, email: string): Promise<NamedSubscription[]> {
  return listNamed(db, liveOf(email))
}

/** An address's subscription to the author with this uuid or email, if there is one that has not ended. */
export async function findFollowing(
  db: Db,
  email: string,
  uuidOrEmail: string,
): Promise<NamedSubscription | undefined> {
  const isAuthor = isId(uuidOrEmail)
    ? eq(subscriptions.authorId, uuidOrEmail)
    : sql`lower(${users.email}) = lower(${uuidOrEmail})`
  const [row] = await selectNamed(db)
    .where(and(liveOf(email), isAuthor))
    .limit(1)
  return row
}

/** Whether an address has a confirmed subscription that has not ended. */
export async function hasConfirmed(tx: Db, subscriberId: string): Promise<boolean> {
  const confirmed = and(isNotNull(subscriptions.confirmedAt), isNull(subscriptions.endedAt))
  const [row] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.subscriberId, subscriberId), confirmed))
    .limit(1)
  return row !== undefined
}

export async function markPendingConfirmed(db: Db, subscriberId: string, now: Date): Promise<void> {
  await db
    .update(subscriptions)
    .set({ confirmedAt: now })
    .where(and(eq(subscriptions.subscriberId, subscriberId), pending))
}

type Which = { id: string } | { subscriberId: string; digestsOnly?: boolean }

/** Ends one subscription, all of a subscriber, or all digests; those that have ended already keep their time. */
export async function markEnded(db: Db, which: Which, now: Date): Promise<void> {
  const these =
    'id' in which
      ? eq(subscriptions.id, which.id)
      : and(eq(subscriptions.subscriberId, which.subscriberId), which.digestsOnly ? comesAsDigest : undefined)
  await db
    .update(subscriptions)
    .set({ endedAt: now })
    .where(and(these, isNull(subscriptions.endedAt)))
}

const isOf = (email: string) => sql`lower(${subscribers.email}) = lower(${email})`
const liveOf = (email: string) => and(isOf(email), isNull(subscriptions.endedAt))
const comesAsDigest = inArray(subscriptions.frequency, digestFrequencies)

/** A subscription as the account that asked for it may know it. */
export type RequestedSubscription = NamedSubscription & { isFirst: boolean }

/** Asking again changes the frequency, and for what had ended before, whether the account is the first. */
export async function markRequested(tx: Db, request: typeof subscriptionRequests.$inferInsert): Promise<void> {
  const { userId, subscriptionId, isFirst, ...asked } = request
  await tx
    .insert(subscriptionRequests)
    .values(request)
    .onConflictDoUpdate({
      target: [subscriptionRequests.userId, subscriptionRequests.subscriptionId],
      set: { ...asked, ...(isFirst && { isFirst }) },
    })
}

/** Records that others have requested it as well: no account may end it any more. */
export async function markShared(tx: Db, subscriptionId: string): Promise<void> {
  await tx
    .update(subscriptionRequests)
    .set({ isFirst: false })
    .where(eq(subscriptionRequests.subscriptionId, subscriptionId))
}

/** The requests of an account at an address that it had not proven, except those it has ended since. */
export async function listRequested(
  db: Db,
  { userId, email }: { userId: string; email: string },
): Promise<RequestedSubscription[]> {
  const requests = await db.select().from(subscriptionRequests).where(eq(subscriptionRequests.userId, userId))
  if (requests.length === 0) return []
  const ids = requests.map(({ subscriptionId }) => subscriptionId)
  const rows = await listNamed(db, and(inArray(subscriptions.id, ids), isOf(email)))
  return rows.flatMap((row) => {
    const request = requests.find(({ subscriptionId }) => subscriptionId === row.id)
    if (!request || (request.isFirst && row.endedAt)) return []
    const { isFirst, frequency } = request
    return [{ ...row, isFirst, ...(!isFirst && { frequency }) }]
  })
}

export async function deleteRequest(tx: Db, which: { userId: string; subscriptionId: string }): Promise<void> {
  const { userId, subscriptionId } = which
  await tx
    .delete(subscriptionRequests)
    .where(and(eq(subscriptionRequests.userId, userId), eq(subscriptionRequests.subscriptionId, subscriptionId)))
}

/** Deletes an account's requests, once they have been applied to its proven address or its address has changed. */
export async function deleteRequestsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(subscriptionRequests).where(eq(subscriptionRequests.userId, userId))
}
