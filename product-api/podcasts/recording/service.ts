import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { audioAddress } from '#contract/audio-address.ts'
import type { Podcast, PodcastJob } from '#contract/podcasts.ts'
import { tags } from '#contract/tags.ts'
import { recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId, newId } from '#platform/db/id.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import type { EnqueueOptions } from '#platform/queue/jobs.ts'
import { wordAtMost } from '#story-html/excerpt.ts'
import { slugify } from '#story-html/slugify.ts'
import { splitText } from '../text/spoken-text.ts'
import { removeAudio } from './audio-files.ts'
import type { PodcastRow, ReadyRow } from './repository.ts'
import * as repository from './repository.ts'

const unfinishedMost = 50
const titleMost = 80
/** The title is the first sentence, so the beginning is enough. */
const beginningMost = 1_000
const limitSentence = 'You’ve had many texts read aloud in the last hour.'

type PodcastText = { text: string; title?: string | undefined }

/** Saves a text and enqueues the job that reads it aloud. @throws Problem `unspeakable`, `too_many_requests`. */
export async function beginPodcast(ctx: SignedInContext, { text, title }: PodcastText): Promise<PodcastRow> {
  const refusal = ctx.voice.refusal(text)
  if (refusal) throw new Problem('unspeakable', { detail: refusal, fields: { text: refusal } })
  await ctx.limits.take('podcast', ctx.actor.id, limitSentence)
  const now = ctx.now()
  const named = title || titleOf(text)
  return transaction(ctx.db, async (tx) => {
    const podcast = await repository.insertPodcast(tx, {
      id: newId(now),
      fileName: fileNameOf(named),
      title: named,
      text,
      state: 'waiting',
      createdBy: ctx.actor.id,
      createdAt: now,
      changedAt: now,
    })
    await ctx.queue.enqueue(tx, 'speak-podcast', { podcastId: podcast.id, run: podcast.run })
    await recordAudit(ctx, tx, { action: 'podcast_begun', details: { fileName: podcast.fileName } })
    return podcast
  })
}

/** A readable name, made unique by random digits. */
export function fileNameOf(title: string): string {
  return `${(slugify(title) ?? '').slice(0, 60).replace(/-+$/, '') || 'podcast'}-${randomBytes(4).toString('hex')}.mp3`
}

/** The first sentence or heading. */
function titleOf(text: string): string {
  const first = splitText(text.trimStart().slice(0, beginningMost)).find((part) => part.text.trim() !== '')
  const line = (first?.text ?? '').replace(/^\s*#{1,6}\s+/, '').replace(/\s+/g, ' ')
  return wordAtMost(line.trim(), titleMost)
}

/** A narration without progress for this long may be restarted: its process was killed too often. */
const silentMs = 3 * 60_000

export function isSilent({ now }: Pick<Context, 'now'>, { changedAt }: PodcastRow): boolean {
  return now().getTime() - changedAt.getTime() > silentMs
}

/** @throws Problem `not_found`. */
export async function findJob(ctx: Pick<Context, 'db'>, id: string): Promise<PodcastRow> {
  const podcast = isId(id) ? await repository.findPodcast(ctx.db, id) : undefined
  if (!podcast) throw notFound('podcast')
  return podcast
}

/** Locks a podcast until the transaction ends. @throws Problem `not_found`. */
async function claimJob(tx: Db, id: string): Promise<PodcastRow> {
  const podcast = isId(id) ? await repository.findForUpdate(tx, 'id', id) : undefined
  if (!podcast) throw notFound('podcast')
  return podcast
}

/** Stops it after the current sentence. @throws Problem `not_found`, `already_done` if it has ended. */
export async function cancelPodcast(ctx: SignedInContext, id: string): Promise<PodcastRow> {
  const { state } = await findJob(ctx, id)
  const cancelled = await repository.markCancelled(ctx.db, id, ctx.now())
  if (!cancelled) throw new Problem('already_done', { detail: `It’s already ${state}, so there’s nothing to stop.` })
  return cancelled
}

/** Continues where an earlier try ended. @throws Problem `not_found`, `already_done`, `too_many_requests`. */
export async function retryPodcast(ctx: SignedInContext, id: string): Promise<PodcastRow> {
  await findJob(ctx, id)
  await ctx.limits.take('podcast', ctx.actor.id)
  return transaction(ctx.db, async (tx) => {
    const podcast = await claimJob(tx, id)
    if (podcast.state === 'done') throw new Problem('already_done', { detail: 'It’s ready already.' })
    if ((podcast.state === 'waiting' || podcast.state === 'speaking') && !isSilent(ctx, podcast)) {
      throw new Problem('already_done', { detail: 'It’s already being read aloud.' })
    }
    return beginAgain(ctx, tx, id)
  })
}

/** Starts another try in the caller's transaction, whatever the podcast's state. `options`: those of its job. */
export async function beginAgain(ctx: Context, tx: Db, id: string, options: EnqueueOptions = {}): Promise<PodcastRow> {
  const podcast = await repository.markWaiting(tx, id, ctx.now())
  if (!podcast) throw notFound('podcast')
  await ctx.queue.enqueue(tx, 'speak-podcast', { podcastId: id, run: podcast.run }, options)
  return podcast
}

/** Deletes a podcast that never became ready. @throws Problem `not_found`, `not_possible` if ready or under way. */
export async function dismissPodcast(ctx: SignedInContext, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { state, audioId } = await claimJob(tx, id)
    if ((state !== 'failed' && state !== 'cancelled') || audioId) {
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
): Promise<{ url: string; fileName: string }> {
  for (const until = performance.now() + patienceMs; ; ) {
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
    await delay(lookEveryMs, undefined, { signal: gone }).catch(() => undefined)
  }
}

/** Podcasts that can be heard, newest first. */
export async function listPodcasts(
  ctx: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<ReadyRow>> {
  const after = decodeTimeCursor(cursor)
  return pageOf(
    limit,
    (limit) => repository.listReady(ctx.db, { after, limit }),
    ({ createdAt, id }) => encodeTimeCursor({ at: createdAt, id }),
  )
}

export function listJobs(ctx: Context): Promise<PodcastRow[]> {
  return repository.listUnfinished(ctx.db, unfinishedMost)
}

type Change = { title?: string | undefined; description?: string | undefined; is_public?: boolean | undefined }

/** @throws Problem `not_found`. */
export async function changePodcast(
  ctx: SignedInContext,
  fileName: string,
  { title, description, is_public }: Change,
): Promise<ReadyRow> {
  return transaction(ctx.db, async (tx) => {
    const { id, publishedAt } = await findReady(tx, fileName)
    // A podcast that is made public again keeps its place in the feed.
    const published = is_public ? (publishedAt ?? ctx.now()) : null
    const change = { title, description, publishedAt: is_public === undefined ? undefined : published }
    if (Object.values(change).some((value) => value !== undefined)) {
      await repository.updatePodcast(tx, id, change)
      await recordChange(ctx, tx, [tags.podcasts])
      await recordAudit(ctx, tx, { action: 'podcast_changed', details: { fileName } })
    }
    return findReady(tx, fileName)
  })
}

/** Looks the file name up in the database; it never becomes a path. @throws Problem `not_found`. */
export async function deletePodcast(ctx: SignedInContext, fileName: string): Promise<void> {
  const audioId = await transaction(ctx.db, async (tx) => {
    const podcast = await findReady(tx, fileName)
    await repository.deletePodcast(tx, podcast.id)
    await recordChange(ctx, tx, [tags.podcasts, ...(podcast.story ? [tags.content(podcast.story.slug)] : [])])
    await recordAudit(ctx, tx, { action: 'podcast_deleted', details: { fileName, title: podcast.title } })
    return podcast.audio.id
  })
  // If the storage is unavailable, the daily job deletes the file; it is no longer served anyway.
  await removeAudio(ctx, audioId).catch(() => undefined)
}

async function findReady(db: Db, fileName: string): Promise<ReadyRow> {
  const podcast = await repository.findReadyByName(db, fileName)
  if (!podcast) throw notFound('podcast')
  return podcast
}

export function presentPodcast({ audio, ...podcast }: ReadyRow): Podcast {
  return {
    id: podcast.id,
    fileName: podcast.fileName,
    lastModified: audio.madeAt.toISOString(),
    url: audioAddress({ id: audio.id, kind: 'mp3' }),
    title: podcast.title,
    description: podcast.description,
    duration_ms: audio.durationMs,
    bytes: audio.bytes,
    transcript: audioAddress({ id: audio.id, kind: 'vtt' }),
    is_public: podcast.publishedAt !== null,
    story: podcast.story,
  }
}

export function presentJob(podcast: PodcastRow): PodcastJob {
  return {
    id: podcast.id,
    title: podcast.title,
    fileName: podcast.fileName,
    state: podcast.state,
    sentences: podcast.parts,
    sentences_done: podcast.partsDone,
    spoken_ms: podcast.spokenMs,
    failure: podcast.failure,
    created_at: podcast.createdAt.toISOString(),
    changed_at: podcast.changedAt.toISOString(),
    url: podcast.audioId && audioAddress({ id: podcast.audioId, kind: 'mp3' }),
  }
}
