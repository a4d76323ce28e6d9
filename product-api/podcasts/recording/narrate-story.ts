import { isDeepStrictEqual } from 'node:util'
import { tags } from '#contract/tags.ts'
import { podcastTextMost } from '#contract/text-limits.ts'
import { recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { findTextToRead } from '#stories/list-stories.ts'
import { textToSpeak, transcriptLine } from '../text/spoken-text.ts'
import * as repository from './repository.ts'
import { beginAgain, fileNameOf, isSilent } from './service.ts'

type Story = { id: string; title: string }

/**
 * Starts the narration of a published story, or starts it again.
 * @throws Problem `not_found` if it is not public, `not_possible` if its author doesn't want it, `unspeakable` with the reason, `already_done` while it is being
 * read.
 */
export async function narrateStory(ctx: SignedInContext, slugOrId: string): Promise<repository.PodcastRow> {
  const story = await findTextToRead(ctx.db, slugOrId)
  if (!story) throw new Problem('not_found', { detail: 'We can’t find a published story at this address.' })
  if (!story.mayBeNarrated) {
    throw new Problem('not_possible', { detail: 'Its author doesn’t want their stories to be read aloud.' })
  }
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

/** A changed story is read this much later, so that what changes again in the meantime is read once. */
const laterMs = 20_000

/**
 * Narrates a story that was published, or published again, if it had a narration before or the settings want one for
 * every story. A narration under way restarts with the new text. An unchanged text keeps its file: podcast apps know it
 * by its address. A text that may not or can't be read takes the sound of an earlier one away.
 */
export async function narratePublished(ctx: Context, { contentId }: { contentId: string }): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const known = await repository.findForUpdate(tx, 'contentId', contentId)
    if (!known && !ctx.narratesStories) return
    const story = await findTextToRead(tx, contentId)
    if (!story) return
    if (!story.mayBeNarrated || (await refusalOf({ ...ctx, db: tx }, story))) {
      if (known) await takeOldSoundAway(ctx, tx, known, story.slug)
      return
    }
    const { id } = known ?? (await claimNarration(ctx, tx, story))
    const options = known ? { startAfter: new Date(ctx.now().getTime() + laterMs) } : { isLast: true }
    await repository.updatePodcast(tx, id, { title: story.title })
    if (!known || !(await isCurrent({ ...ctx, db: tx }, known))) await beginAgain(ctx, tx, id, options)
  })
}

/** Once the text may be read again, it is heard from the next nightly run on; until then nothing is. */
async function takeOldSoundAway(ctx: Context, tx: Db, podcast: repository.PodcastRow, slug: string): Promise<void> {
  const isSoundless = podcast.state === 'done' && !podcast.audioId
  if (isSoundless || (await hasPresentText({ db: tx }, podcast))) return
  await repository.markSoundless(tx, podcast.id, ctx.now())
  await recordChange(ctx, tx, [tags.podcasts, tags.content(slug)])
}

/** More than the stories that the voice can't read: those are looked at each time. */
const missedMost = 2_000

/**
 * Enqueues the narration of published stories whose sound was taken away, and of all others that have none if every
 * story is to be narrated.
 */
export async function narrateMissed(ctx: Context): Promise<void> {
  const soundless = await repository.listSoundless(ctx.db, missedMost)
  const ids = ctx.narratesStories ? [...soundless, ...(await repository.listUnnarrated(ctx.db, missedMost))] : soundless
  const payloads = ids.map((contentId) => ({ contentId }))
  await transaction(ctx.db, (tx) => ctx.queue.enqueueMany(tx, 'narrate-story', payloads, { isLast: true }))
}

/** Whether the narration has the story's present text, or is about to be made from it. */
async function isCurrent(ctx: Pick<Context, 'db' | 'now'>, podcast: repository.PodcastRow): Promise<boolean> {
  if (podcast.state === 'waiting') return !isSilent(ctx, podcast)
  return podcast.state === 'done' && hasPresentText(ctx, podcast)
}

/** Whether its sound is that of the story's present text; false if it has none. */
async function hasPresentText(ctx: Pick<Context, 'db'>, podcast: repository.PodcastRow): Promise<boolean> {
  const spoken = podcast.audioId ? await repository.listLines(ctx.db, podcast.audioId) : undefined
  const lines = (await textToSpeak(ctx, podcast))?.parts.map(transcriptLine).filter((line) => line !== '')
  return isDeepStrictEqual(lines, spoken)
}

/** Starts a story's first narration. @returns false if it has one, is not public or can't be read aloud. */
export async function narrateForReader(ctx: Context, contentId: string): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const story = await findTextToRead(tx, contentId)
    if (!story?.mayBeNarrated || (await repository.findForUpdate(tx, 'contentId', contentId))) return false
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

/** Locks the story's podcast until the transaction ends, and creates it, not started, if there is none. */
async function claimNarration(ctx: Context, tx: Db, { id: contentId, title }: Story): Promise<repository.PodcastRow> {
  const now = ctx.now()
  await repository.insertNarration(tx, {
    id: newId(now),
    ...{ contentId, title, fileName: fileNameOf(title), state: 'cancelled' as const },
    ...{ createdBy: ctx.actor?.id ?? null, createdAt: now, changedAt: now },
  })
  const podcast = await repository.findForUpdate(tx, 'contentId', contentId)
  if (!podcast) throw new Error('A narration was neither there nor made')
  return podcast
}
