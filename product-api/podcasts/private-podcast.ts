import { randomBytes } from 'node:crypto'
import type { Episode } from '#contract/podcasts.ts'
import type { ReadingListPodcast } from '#contract/reading-list.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound } from '#platform/problem.ts'
import { feedIdOf, feedKey, isKeyOf } from './private-podcast/feed-key.ts'
import * as repository from './private-podcast/repository.ts'
import { listSavedEpisodes } from './recording/episodes.ts'

export async function findPodcastOf(ctx: SignedInContext): Promise<ReadingListPodcast> {
  const feed = await repository.findFeedOf(ctx.db, ctx.actor.id)
  if (!feed) return { url: null, episodes: 0 }
  const episodes = await listSavedEpisodes(ctx, ctx.actor.id)
  return { url: await urlOf(ctx, feed), episodes: episodes.length }
}

/** Makes one, or gives the existing one a new address. @throws Problem `too_many_requests`. */
export async function makePodcast(ctx: SignedInContext): Promise<ReadingListPodcast> {
  const { id: userId } = ctx.actor
  await ctx.limits.take('readingListFeed', userId)
  await transaction(ctx.db, async (tx) => {
    const feedId = randomBytes(12).toString('base64url')
    await repository.upsertFeed(tx, { userId, feedId, createdAt: ctx.now() })
    await ctx.queue.enqueue(tx, 'narrate-reading-list', { userId })
    await recordAudit(ctx, tx, { action: 'reading_list_feed_made', userId })
  })
  return findPodcastOf(ctx)
}

export async function endPodcast(ctx: SignedInContext): Promise<ReadingListPodcast> {
  const { id: userId } = ctx.actor
  await transaction(ctx.db, async (tx) => {
    if (await repository.deleteFeed(tx, userId))
      await recordAudit(ctx, tx, { action: 'reading_list_feed_ended', userId })
  })
  return { url: null, episodes: 0 }
}

/** @throws Problem `not_found` for a key that opens nothing, or nothing any more. */
export async function openFeed(ctx: Context, key: string): Promise<{ name: string; episodes: Episode[] }> {
  const feedId = feedIdOf(key)
  const feed = feedId ? await repository.findFeed(ctx.db, feedId) : undefined
  if (!feed || !(await isKeyOf(ctx.db, key, feed))) throw notFound('feed')
  return { name: feed.name, episodes: await listSavedEpisodes(ctx, feed.userId) }
}

/** After a person has saved a story: if they have a podcast, it is read aloud. */
export async function wakeReadingList(ctx: SignedInContext): Promise<void> {
  const { id: userId } = ctx.actor
  if (!(await repository.findFeedOf(ctx.db, userId))) return
  await transaction(ctx.db, (tx) => ctx.queue.enqueue(tx, 'narrate-reading-list', { userId }))
}

async function urlOf(ctx: Context, feed: repository.FeedRow): Promise<string> {
  return `${ctx.publicUrl}/reading-list/${await feedKey(ctx.db, feed)}/feed.xml`
}
