import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Episode } from '#contract/podcasts.ts'
import type { ReadingListPodcast } from '#contract/reading-list.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { sharedSecret } from '#platform/db/shared-secret.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound } from '#platform/problem.ts'
import * as repository from './private-podcast/repository.ts'
import { listSavedEpisodes } from './recording/episodes.ts'

export async function findPodcastOf(ctx: SignedInContext): Promise<ReadingListPodcast> {
  const feed = await repository.findFeedOf(ctx.db, ctx.actor.id)
  if (!feed) return { url: null, episodes: 0 }
  const episodes = await listSavedEpisodes(ctx, ctx.actor.id)
  return { url: await urlOf(ctx, feed), episodes: episodes.length }
}

/** Creates a private feed, or gives the existing one a new address. @throws Problem `too_many_requests`. */
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

/** @throws Problem `not_found` for a key that is not valid, or no longer. */
export async function openFeed(ctx: Context, key: string): Promise<{ name: string; episodes: Episode[] }> {
  const feedId = feedIdOf(key)
  const feed = feedId ? await repository.findFeed(ctx.db, feedId) : undefined
  if (!feed || !(await isKeyOf(ctx.db, key, feed))) throw notFound('feed')
  return { name: feed.name, episodes: await listSavedEpisodes(ctx, feed.userId) }
}

/** Queues the narration of a story that was just saved, if this person has a private podcast. */
export async function wakeReadingList(ctx: SignedInContext): Promise<void> {
  const { id: userId } = ctx.actor
  if (!(await repository.findFeedOf(ctx.db, userId))) return
  await transaction(ctx.db, (tx) => ctx.queue.enqueue(tx, 'narrate-reading-list', { userId }))
}

async function urlOf(ctx: Context, feed: repository.FeedRow): Promise<string> {
  return `${ctx.publicUrl}/reading-list/${await feedKey(ctx.db, feed)}/feed.xml`
}

const shape = /^([\w-]{16})\.([\w-]{32})$/

type Feed = { feedId: string; version: number }

/** The key of a private feed: its id and an HMAC with this product's secret. */
async function feedKey(db: Db, feed: Feed): Promise<string> {
  return `${feed.feedId}.${await signatureOf(db, feed)}`
}

/** The feed id in a key; the signature is not verified here. */
function feedIdOf(key: string): string | undefined {
  return shape.exec(key)?.[1]
}

async function isKeyOf(db: Db, key: string, feed: Feed): Promise<boolean> {
  const given = Buffer.from(shape.exec(key)?.[2] ?? '')
  const right = Buffer.from(await signatureOf(db, feed))
  return given.length === right.length && timingSafeEqual(given, right)
}

async function signatureOf(db: Db, { feedId, version }: Feed): Promise<string> {
  const secret = await sharedSecret(db, 'reading-list-feeds')
  return createHmac('sha256', secret).update(`${feedId}.${version}`).digest('base64url').slice(0, 32)
}
