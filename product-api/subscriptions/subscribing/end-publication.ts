import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { subscribers, subscriptions } from '#platform/db/tables/subscriptions.ts'
import { transaction } from '#platform/db/transaction.ts'
import { detachStories } from '#stories/publications.ts'

/** One transaction for so many subscribers: a publication may have hundreds of thousands. */
const batch = 500

/**
 * The job: takes the stories out of a deleted publication, and ends every subscription to it, pending ones too. Nobody is
 * emailed about it, and what else an address is subscribed to goes on. The rows stay, so that the links in earlier
 * newsletters still open the preferences.
 */
export async function endPublication(ctx: Pick<Context, 'db' | 'now'>, publicationId: string): Promise<void> {
  await detachStories(ctx, publicationId)
  while ((await transaction(ctx.db, (tx) => endSome(tx, publicationId, ctx.now()))) > 0);
}

/** @returns how many subscribers had one. */
async function endSome(tx: Db, publicationId: string, now: Date): Promise<number> {
  const isOpen = and(eq(subscriptions.publicationId, publicationId), isNull(subscriptions.endedAt))
  const some = tx.select({ id: subscriptions.subscriberId }).from(subscriptions).where(isOpen).limit(batch)
  // Every write of a subscription locks its subscriber first.
  const locked = await tx
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(inArray(subscribers.id, some))
    .orderBy(asc(subscribers.id))
    .for('update')
  const ids = locked.map(({ id }) => id)
  if (ids.length > 0) {
    await tx
      .update(subscriptions)
      .set({ endedAt: now })
      .where(and(isOpen, inArray(subscriptions.subscriberId, ids)))
  }
  return ids.length
}
