import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { readingListFeeds } from '#platform/db/tables/podcasts.ts'

export type FeedRow = typeof readingListFeeds.$inferSelect

export async function findFeedOf(db: Db, userId: string): Promise<FeedRow | undefined> {
  const [row] = await db.select().from(readingListFeeds).where(eq(readingListFeeds.userId, userId))
  return row
}

/** Feeds of suspended people are not found. */
export async function findFeed(db: Db, feedId: string): Promise<(FeedRow & { name: string }) | undefined> {
  const [row] = await db
    .select({ feed: readingListFeeds, name: users.name })
    .from(readingListFeeds)
    .innerJoin(users, eq(users.id, readingListFeeds.userId))
    .where(and(eq(readingListFeeds.feedId, feedId), isNull(users.suspendedAt)))
  return row && { ...row.feed, name: row.name }
}

/** Inserts a feed, or increments the version of the existing one. */
export async function upsertFeed(tx: Db, row: Pick<FeedRow, 'userId' | 'feedId' | 'createdAt'>): Promise<FeedRow> {
  const version = sql`${readingListFeeds.version} + 1`
  const [made] = await tx
    .insert(readingListFeeds)
    .values(row)
    .onConflictDoUpdate({ target: readingListFeeds.userId, set: { version, feedId: row.feedId } })
    .returning()
  return made as FeedRow
}

/** @returns whether there was one. */
export async function deleteFeed(tx: Db, userId: string): Promise<boolean> {
  const rows = await tx.delete(readingListFeeds).where(eq(readingListFeeds.userId, userId)).returning()
  return rows.length > 0
}
