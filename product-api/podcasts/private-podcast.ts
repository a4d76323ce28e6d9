import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Episode } from '#contract/podcasts.ts'
import type { ReadingListPodcast } from '#contract/reading-list.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { sharedSecret } from '#platform/db/shared-secret.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { readingListFeeds as feeds } from '#platform/db/tables/podcasts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound } from '#platform/problem.ts'
import { countSaved, listSavedEpisodes } from './recording/episodes.ts'

type Feed = typeof feeds.$inferSelect

const none: ReadingListPodcast = { url: null, episodes: 0, saved: 0, under_way: 0, percent: 0 }

export async function findPodcastOf(ctx: SignedInContext): Promise<ReadingListPodcast> {
  const feed = await findFeedOf(ctx.db, ctx.actor.id)
  if (!feed) return none
  const progress = await readProgress(ctx, feed)
  const key = `${feed.feedId}.${await signatureOf(ctx.db, feed)}`
  return { url: `${ctx.publicUrl}/reading-list/${key}/feed.xml`, ...progress }
}

/** The job that begins the narrations needs a moment. */
const beginsWithinMs = 60_000

async function readProgress(ctx: SignedInContext, { userId, createdAt }: Feed) {
  const now = ctx.now().getTime()
  const isNew = now - createdAt.getTime() < beginsWithinMs
  const counted = await countSaved(ctx, userId, isNew ? new Date(0) : new Date(now - beginsWithinMs))
  const { saved, episodes, underWay, sentences, sentencesDone } = counted
  const percent = sentences > 0 ? Math.floor((100 * sentencesDone) / sentences) : 0
  return { episodes, saved, under_way: underWay, percent }
}

/** Creates a private feed, or gives the existing one a new address. @throws Problem `too_many_requests`. */
export async function makePodcast(ctx: SignedInContext): Promise<ReadingListPodcast> {
  const { id: userId } = ctx.actor
  await ctx.limits.take('readingListFeed', userId)
  await transaction(ctx.db, async (tx) => {
    const feedId = randomBytes(12).toString('base64url')
    await tx
      .insert(feeds)
      .values({ userId, feedId, createdAt: ctx.now() })
      .onConflictDoUpdate({ target: feeds.userId, set: { version: sql`${feeds.version} + 1`, feedId } })
    await ctx.queue.enqueue(tx, 'narrate-reading-list', { userId })
    await recordAudit(ctx, tx, { action: 'reading_list_feed_made', userId })
  })
  return findPodcastOf(ctx)
}

export async function endPodcast(ctx: SignedInContext): Promise<ReadingListPodcast> {
  const { id: userId } = ctx.actor
  await transaction(ctx.db, async (tx) => {
    const ended = await tx.delete(feeds).where(eq(feeds.userId, userId)).returning()
    if (ended.length > 0) await recordAudit(ctx, tx, { action: 'reading_list_feed_ended', userId })
  })
  return none
}

const keyShape = /^([\w-]{16})\.([\w-]{32})$/

/** @throws Problem `not_found` for a key that is not valid, or no longer, and for a suspended person's. */
export async function openFeed(ctx: Context, key: string): Promise<{ name: string; episodes: Episode[] }> {
  const [, feedId, signature] = keyShape.exec(key) ?? []
  if (!feedId || !signature) throw notFound('feed')
  const [found] = await ctx.db
    .select({ feed: feeds, name: users.name })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.userId))
    .where(and(eq(feeds.feedId, feedId), isNull(users.suspendedAt)))
  if (!found || !timingSafeEqual(Buffer.from(signature), Buffer.from(await signatureOf(ctx.db, found.feed)))) {
    throw notFound('feed')
  }
  return { name: found.name, episodes: await listSavedEpisodes(ctx, found.feed.userId) }
}

/** Queues the narration of a story that was just saved, if this person has a private podcast. */
export async function wakeReadingList(ctx: SignedInContext): Promise<void> {
  const { id: userId } = ctx.actor
  if (!(await findFeedOf(ctx.db, userId))) return
  await transaction(ctx.db, (tx) => ctx.queue.enqueue(tx, 'narrate-reading-list', { userId }))
}

export async function findFeedOf(db: Db, userId: string): Promise<Feed | undefined> {
  const [row] = await db.select().from(feeds).where(eq(feeds.userId, userId))
  return row
}

/** The second part of a feed's key: 32 characters of an HMAC with this product's secret. */
async function signatureOf(db: Db, { feedId, version }: Feed): Promise<string> {
  const secret = await sharedSecret(db, 'reading-list-feeds')
  return createHmac('sha256', secret).update(`${feedId}.${version}`).digest('base64url').slice(0, 32)
}
