import { tags } from '#contract/tags.ts'
import { recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/record-change.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound } from '#platform/problem.ts'
import { removeAudio } from './audio-files.ts'
import * as repository from './repository.ts'

const unfinishedMost = 50

/** Podcasts that can be heard, newest first. */
export async function listPodcasts(
  ctx: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<repository.ReadyRow>> {
  const after = decodeTimeCursor(cursor)
  return pageOf(
    limit,
    (limit) => repository.listReady(ctx.db, { after, limit }),
    ({ createdAt, id }) => encodeTimeCursor({ at: createdAt, id }),
  )
}

export function listJobs(ctx: Context): Promise<repository.PodcastRow[]> {
  return repository.listUnfinished(ctx.db, unfinishedMost)
}

type Change = { title?: string | undefined; description?: string | undefined; is_public?: boolean | undefined }

/** @throws Problem `not_found`. */
export async function changePodcast(
  ctx: SignedInContext,
  fileName: string,
  { is_public, ...words }: Change,
): Promise<repository.ReadyRow> {
  return transaction(ctx.db, async (tx) => {
    const { id, publishedAt } = await findReady(tx, fileName)
    const now = ctx.now()
    // A podcast that is made public again keeps its place in the feed.
    const published = is_public === undefined ? {} : { publishedAt: is_public ? (publishedAt ?? now) : null }
    const change = { ...given(words), ...published }
    if (Object.keys(change).length > 0) {
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

async function findReady(db: Db, fileName: string): Promise<repository.ReadyRow> {
  const podcast = await repository.findReadyByName(db, fileName)
  if (!podcast) throw notFound('podcast')
  return podcast
}

function given({ title, description }: Change): { title?: string; description?: string } {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}
