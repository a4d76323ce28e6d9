import type { Context } from '#platform/context.ts'
import * as repository from './repository.ts'
import { deleteUnusedSegments } from './segment-repository.ts'
import { audioName, segmentName } from './speech-files.ts'

type ForgettingContext = Pick<Context, 'db' | 'now' | 'files'>

const dayMs = 24 * 60 * 60 * 1_000
/** A listener may still be playing it, and feeds name it. */
const replacedDays = 7
const unusedDays = 30
const batch = 200

/** Removes files of speech that no podcast has had for a week, and spoken sentences unused for a month. */
export async function forgetUnusedSpeech(ctx: ForgettingContext): Promise<void> {
  const ago = (days: number) => new Date(ctx.now().getTime() - days * dayMs)
  for (;;) {
    const ids = await repository.listUnusedAudio(ctx.db, { unusedSince: ago(replacedDays), limit: batch })
    for (const id of ids) await removeAudio(ctx, id)
    if (ids.length < batch) break
  }
  for (;;) {
    const keys = await deleteUnusedSegments(ctx.db, { usedBefore: ago(unusedDays), limit: batch })
    // If a sentence is used again in the meantime and loses its file here, it is spoken again.
    for (const key of keys) await ctx.files.storage.delete(segmentName(key))
    if (keys.length < batch) break
  }
}

/** The file first: as long as there is a row, there may be a file. @throws StorageUnavailable. */
export async function removeAudio(ctx: Pick<Context, 'db' | 'files'>, id: string): Promise<void> {
  await ctx.files.storage.delete(audioName(id))
  await repository.deleteAudio(ctx.db, id)
}
