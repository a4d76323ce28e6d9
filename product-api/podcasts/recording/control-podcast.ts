import { setTimeout as delay } from 'node:timers/promises'
import { audioAddress } from '#contract/audio-address.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import * as repository from './repository.ts'

/** A narration without progress for this long may be restarted: its process was killed too often. */
const silentMs = 3 * 60_000

export function isSilent({ now }: Pick<Context, 'now'>, { changedAt }: repository.PodcastRow): boolean {
  return now().getTime() - changedAt.getTime() > silentMs
}

/** @throws Problem `not_found`. */
export async function findJob(ctx: Pick<Context, 'db'>, id: string, db: Db = ctx.db): Promise<repository.PodcastRow> {
  const podcast = isId(id) ? await repository.findPodcast(db, id) : undefined
  if (!podcast) throw notFound('podcast')
  return podcast
}

/** Stops it after the current sentence. @throws Problem `not_found`, `already_done` if it has ended. */
export async function cancelPodcast(ctx: SignedInContext, id: string): Promise<repository.PodcastRow> {
  const { state } = await findJob(ctx, id)
  const cancelled = await repository.markCancelled(ctx.db, id, ctx.now())
  if (!cancelled) throw new Problem('already_done', { detail: `It’s already ${state}, so there’s nothing to stop.` })
  return cancelled
}

/** Continues where an earlier try ended. @throws Problem `not_found`, `already_done`, `too_many_requests`. */
export async function retryPodcast(ctx: SignedInContext, id: string): Promise<repository.PodcastRow> {
  await findJob(ctx, id)
  await ctx.limits.take('podcast', ctx.actor.id)
  return transaction(ctx.db, async (tx) => {
    const podcast = await repository.findPodcastForUpdate(tx, id)
    if (!podcast) throw notFound('podcast')
    if (podcast.state === 'done') throw new Problem('already_done', { detail: 'It’s ready already.' })
    if ((podcast.state === 'waiting' || podcast.state === 'speaking') && !isSilent(ctx, podcast)) {
      throw new Problem('already_done', { detail: 'It’s already being read aloud.' })
    }
    return beginAgain(ctx, tx, id)
  })
}

/** Starts another try in the caller's transaction, whatever the podcast's state. */
export async function beginAgain(ctx: Context, tx: Db, id: string): Promise<repository.PodcastRow> {
  const podcast = await repository.markWaiting(tx, id, ctx.now())
  if (!podcast) throw notFound('podcast')
  await ctx.queue.enqueue(tx, 'speak-podcast', { podcastId: id, run: podcast.run })
  return podcast
}

/**
 * Deletes a podcast that never became ready. @throws Problem `not_found`, `not_possible` if it is ready or under way.
 */
export async function dismissPodcast(ctx: SignedInContext, id: string): Promise<void> {
  await findJob(ctx, id)
  await transaction(ctx.db, async (tx) => {
    const podcast = await repository.findPodcastForUpdate(tx, id)
    if (!podcast) throw notFound('podcast')
    const isEnded = podcast.state === 'failed' || podcast.state === 'cancelled'
    if (!isEnded || podcast.audioId) {
      throw new Problem('not_possible', { detail: 'Only podcasts that failed or were cancelled can be removed here.' })
    }
    await repository.deletePodcast(tx, id)
  })
}

const lookEveryMs = 400
const patienceMs = 120_000

/**
 * Waits until a podcast is ready, whichever process speaks it, or until the client has gone.
 * @throws Problem `unavailable` if it failed, was stopped, or takes longer than two minutes; in the last case it
 * continues in the background.
 */
export async function waitForPodcast(
  ctx: Pick<Context, 'db'>,
  id: string,
  gone: AbortSignal,
  { patience = patienceMs }: { patience?: number } = {},
): Promise<{ url: string; fileName: string }> {
  for (const until = performance.now() + patience; ; await pause(gone)) {
    if (gone.aborted) throw new Problem('unavailable', { detail: 'It’s being read aloud in the background.' })
    const { state, audioId, fileName, failure } = await findJob(ctx, id)
    if (state === 'done' && audioId) return { url: audioAddress({ id: audioId, kind: 'mp3' }), fileName }
    if (state === 'failed') throw new Problem('unavailable', { detail: failure ?? 'The text couldn’t be read aloud.' })
    if (state === 'cancelled') throw new Problem('unavailable', { detail: 'It was cancelled.' })
    if (performance.now() > until) {
      const detail =
        'This is taking longer than two minutes. It carries on in the background: look for it in the list of podcasts.'
      throw new Problem('unavailable', { detail, retryAfterSeconds: 60 })
    }
  }
}

async function pause(gone: AbortSignal): Promise<void> {
  await delay(lookEveryMs, undefined, { signal: gone }).catch(() => undefined)
}
