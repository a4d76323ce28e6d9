import { and, asc, eq, isNotNull, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Frequency } from '#contract/frequencies.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { sendRecipients } from '#platform/db/tables/newsletters.ts'
import { type SubscriberRow, subscribers, subscriptions } from '#platform/db/tables/subscriptions.ts'
import { isDisposable } from './address.ts'

/** The target of a subscription. */
export type Target = { category: string } | { publicationId: string } | { authorId: string }
export type { Frequency }
export type SubscriptionRow = typeof subscriptions.$inferSelect

export const pending = and(isNull(subscriptions.confirmedAt), isNull(subscriptions.endedAt)) as SQL

/** The address's row, created if there is none, and locked until the transaction ends. */
export async function lockOrCreateSubscriber(
  tx: Db,
  row: Pick<SubscriberRow, 'id' | 'email' | 'createdAt'> & { timeZone?: string | undefined },
): Promise<SubscriberRow> {
  await tx
    .insert(subscribers)
    .values({ ...row, isDisposable: isDisposable(row.email) })
    .onConflictDoNothing()
  const known = await findSubscriberForUpdate(tx, row.email)
  if (!known) throw new Error('A subscriber vanished while its row was locked')
  return known
}

const isOf = (email: string) => sql`lower(${subscribers.email}) = lower(${email})`

export async function findSubscriber(db: Db, email: string): Promise<SubscriberRow | undefined> {
  const [row] = await db.select().from(subscribers).where(isOf(email))
  return row
}

export async function findSubscriberForUpdate(tx: Db, email: string): Promise<SubscriberRow | undefined> {
  const [row] = await tx.select().from(subscribers).where(isOf(email)).for('update')
  return row
}

export async function findSubscriberByIdForUpdate(tx: Db, id: string): Promise<SubscriberRow | undefined> {
  const [row] = await tx.select().from(subscribers).where(eq(subscribers.id, id)).for('update')
  return row
}

export async function markSubscriber(tx: Db, id: string, change: Partial<Omit<SubscriberRow, 'id'>>): Promise<void> {
  await tx.update(subscribers).set(change).where(eq(subscribers.id, id))
}

/** Records that another confirmation email was sent; it has no answer yet. */
export async function markMailed(db: Db, id: string, mailedAt: Date): Promise<void> {
  await db
    .update(subscribers)
    .set({ mailedAt, asks: sql`${subscribers.asks} + 1` })
    .where(eq(subscribers.id, id))
}

/** Resets the count of unanswered emails: the owner has confirmed something. The next may come an hour after the last. */
export async function markAnswered(tx: Db, id: string): Promise<void> {
  await tx
    .update(subscribers)
    .set({ asks: 0, refusedAt: null, askedAt: sql`${subscribers.mailedAt}` })
    .where(eq(subscribers.id, id))
}

export async function countPending(tx: Db, subscriberId: string): Promise<number> {
  return tx.$count(subscriptions, and(eq(subscriptions.subscriberId, subscriberId), pending))
}

export async function listSubscriptionsOf(tx: Db, subscriberId: string): Promise<SubscriptionRow[]> {
  return tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.subscriberId, subscriberId))
    .orderBy(asc(subscriptions.id))
}

/** @returns whether it was new: the database knows one row per address and target. */
export async function insertSubscription(db: Db, row: typeof subscriptions.$inferInsert): Promise<boolean> {
  const made = await db.insert(subscriptions).values(row).onConflictDoNothing().returning({ id: subscriptions.id })
  return made.length > 0
}

/**
 * Makes a subscription pending unless it is confirmed: requests of others change nothing that the owner confirmed, except
 * with `evenConfirmed`. Without a frequency an ended subscription gets its usual one. It will count for the story of this
 * request only.
 */
export async function markPending(
  tx: Db,
  subscriberId: string,
  target: Target,
  {
    askedAt,
    frequency,
    usual,
    evenConfirmed,
    askedOn,
  }: {
    askedAt: Date
    frequency: Frequency | undefined
    usual: Frequency
    evenConfirmed: boolean
    askedOn: string | undefined
  },
): Promise<void> {
  const isWaiting = sql`${subscriptions.endedAt} is null`
  const isOpen = or(isNull(subscriptions.confirmedAt), isNotNull(subscriptions.endedAt))
  await tx
    .update(subscriptions)
    .set({
      confirmedAt: null,
      endedAt: null,
      endReason: null,
      askedAt,
      askedOn: askedOn ?? null,
      frequency: frequency ?? sql`case when ${isWaiting} then ${subscriptions.frequency} else ${usual} end`,
    })
    .where(and(eq(subscriptions.subscriberId, subscriberId), aboutTarget(target), evenConfirmed ? undefined : isOpen))
}

export async function markSubscription(
  tx: Db,
  id: string,
  change: Partial<Omit<SubscriptionRow, 'id'>>,
): Promise<void> {
  await tx.update(subscriptions).set(change).where(eq(subscriptions.id, id))
}

/**
 * Forgets on which stories' pages the confirmed subscriptions of a subscriber were asked for. Lock the subscriber first.
 * @returns the ids of the stories, each once.
 */
export async function takeAskedOn(tx: Db, subscriberId: string): Promise<string[]> {
  const isTaken = and(
    eq(subscriptions.subscriberId, subscriberId),
    isNotNull(subscriptions.askedOn),
    isNotNull(subscriptions.confirmedAt),
  )
  const rows = await tx.select({ askedOn: subscriptions.askedOn }).from(subscriptions).where(isTaken)
  if (rows.length > 0) await tx.update(subscriptions).set({ askedOn: null }).where(isTaken)
  return [...new Set(rows.flatMap(({ askedOn }) => askedOn ?? []))]
}

export async function findAuthor(
  db: Db,
  uuidOrEmail: string,
): Promise<{ id: string; showEmail: boolean; suspendedAt: Date | null } | undefined> {
  const isThis = isId(uuidOrEmail) ? eq(users.id, uuidOrEmail) : sql`lower(${users.email}) = lower(${uuidOrEmail})`
  const [row] = await db
    .select({ id: users.id, showEmail: users.showEmail, suspendedAt: users.suspendedAt })
    .from(users)
    .where(isThis)
    .limit(1)
  return row
}

function aboutTarget(target: Target): SQL {
  if ('category' in target) return eq(subscriptions.category, target.category)
  if ('publicationId' in target) return eq(subscriptions.publicationId, target.publicationId)
  return eq(subscriptions.authorId, target.authorId)
}

export async function deleteSubscriber(tx: Db, id: string): Promise<void> {
  await tx.delete(subscribers).where(eq(subscribers.id, id))
}

/**
 * Moves the ledger's recipients of one subscriber to another, unless that one was a recipient of the same send. An email
 * that is being sent stays: its sender records the result by its key.
 */
export async function moveReceived(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const had = tx.select({ id: sendRecipients.sendId }).from(sendRecipients).where(eq(sendRecipients.subscriberId, to))
  await tx
    .update(sendRecipients)
    .set({ subscriberId: to })
    .where(
      and(
        eq(sendRecipients.subscriberId, from),
        ne(sendRecipients.state, 'sending'),
        notInArray(sendRecipients.sendId, had),
      ),
    )
}

/** Merges the welcomes of two addresses: the person is not welcomed again, and has had the stories of both emails. */
export async function mergeWelcomes(tx: Db, to: SubscriberRow, from: SubscriberRow): Promise<void> {
  const stories = [...new Set([...(to.welcomeStories ?? []), ...(from.welcomeStories ?? [])])]
  await tx
    .update(subscribers)
    .set({ welcomedAt: to.welcomedAt ?? from.welcomedAt, welcomeStories: stories.length > 0 ? stories : null })
    .where(eq(subscribers.id, to.id))
}
