import { isDeepStrictEqual } from 'node:util'
import { podcastTextMost } from '#contract/limits.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { findTextToRead } from '#stories/list-stories.ts'
import { textToSpeak, transcriptLine } from '../text/spoken-text.ts'
import { fileNameOf } from './begin-podcast.ts'
import { beginAgain, isSilent } from './control-podcast.ts'
import * as repository from './repository.ts'

type Story = { id: string; title: string }

/**
 * Starts to read a published story aloud, again if it has been read before.
 * @throws Problem `not_found` for what is not public, `unspeakable` with the reason, `already_done` while it goes on.
 */
export async function narrateStory(ctx: SignedInContext, slugOrId: string): Promise<repository.PodcastRow> {
  const story = await findTextToRead(ctx.db, slugOrId)
  if (!story) throw new Problem('not_found', { detail: 'We can’t find a published story at this address.' })
  const refusal = await refusalOf(ctx, story)
  if (refusal) throw new Problem('unspeakable', { detail: refusal })
  await ctx.limits.take('podcast', ctx.actor.id)
  return transaction(ctx.db, async (tx) => {
    const podcast = await claimNarration(ctx, tx, story)
    if (podcast.state === 'waiting' || podcast.state === 'speaking') {
      throw new Problem('already_done', { detail: 'It’s already being read aloud.' })
    }
    await recordAudit(ctx, tx, { action: 'podcast_begun', details: { fileName: podcast.fileName } })
    return beginAgain(ctx, tx, podcast.id)
  })
}

/**
 * After a story was published, or published again: it is read aloud if it was before, or if the settings ask for that
 * for every story. A reading under way starts again with the new text; the file of the same text stays as it is, for
 * podcast apps know it by its address.
 */
export async function narratePublished(ctx: Context, { contentId }: { contentId: string }): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const known = await repository.findNarrationForUpdate(tx, contentId)
    if (!known && !ctx.narratesStories) return
    const story = await findTextToRead(tx, contentId)
    if (!story) return
    if (await refusalOf({ ...ctx, db: tx }, story)) return
    const { id } = known ?? (await claimNarration(ctx, tx, story))
    await repository.updatePodcast(tx, id, { title: story.title })
    if (!known || !(await isCurrent({ ...ctx, db: tx }, known))) await beginAgain(ctx, tx, id)
  })
}

/** Whether it reads its story as it is now, or is about to. */
async function isCurrent(ctx: Pick<Context, 'db' | 'now'>, podcast: repository.PodcastRow): Promise<boolean> {
  const { state, audioId } = podcast
  if (state === 'waiting') return !isSilent(ctx, podcast)
  const audio = state === 'done' && audioId ? await repository.findAudio(ctx.db, audioId) : undefined
  const lines = (await textToSpeak(ctx, podcast))?.parts.map(transcriptLine).filter((line) => line !== '')
  const spoken = audio?.cues.map(({ text }) => text)
  return isDeepStrictEqual(lines, spoken)
}

/**
 * Has a story read aloud that has not been read aloud so far.
 * @returns whether it is begun: not if it exists already, is not public or cannot be read aloud.
 */
export async function narrateForReader(ctx: Context, contentId: string): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const story = await findTextToRead(tx, contentId)
    if (!story || (await repository.findNarrationForUpdate(tx, contentId))) return false
    if (await refusalOf({ ...ctx, db: tx }, story)) return false
    const { id } = await claimNarration(ctx, tx, story)
    await beginAgain(ctx, tx, id)
    return true
  })
}

async function refusalOf(ctx: Pick<Context, 'db' | 'voice'>, { id, title }: Story): Promise<string | undefined> {
  const text = await textToSpeak(ctx, { title, text: null, contentId: id })
  const written = text?.parts.map((part) => part.text).join('\n') ?? ''
  if (written.length > podcastTextMost) {
    return `The story has more than ${podcastTextMost.toLocaleString('en-GB')} characters.`
  }
  return ctx.voice.refusal(written)
}

/**
 * The story's own podcast, locked until the transaction ends; if there is none, a new one that is not being spoken yet.
 */
async function claimNarration(ctx: Context, tx: Db, { id: contentId, title }: Story): Promise<repository.PodcastRow> {
  const now = ctx.now()
  await repository.insertNarration(tx, {
    id: newId(now),
    ...{ contentId, title, fileName: fileNameOf(title), state: 'cancelled' as const },
    ...{ createdBy: ctx.actor?.id ?? null, createdAt: now, changedAt: now },
  })
  const podcast = await repository.findNarrationForUpdate(tx, contentId)
  if (!podcast) throw new Error('A narration was neither there nor made')
  return podcast
}
