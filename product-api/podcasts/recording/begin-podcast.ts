import { randomBytes } from 'node:crypto'
import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { wordAtMost } from '#story-html/excerpt.ts'
import { slugify } from '#story-html/slugify.ts'
import { splitText } from '../text/spoken-text.ts'
import { insertPodcast, type PodcastRow } from './repository.ts'

const titleMost = 80
/** The title is the first sentence, so the beginning is enough. */
const beginningMost = 1_000
const limitSentence = 'You’ve had many texts read aloud in the last hour.'

type PodcastText = { text: string; title?: string | undefined }

/**
 * Saves a text and enqueues the job that reads it aloud.
 * @throws Problem `unspeakable` with the reason, `too_many_requests`.
 */
export async function beginPodcast(ctx: SignedInContext, { text, title }: PodcastText): Promise<PodcastRow> {
  const refusal = ctx.voice.refusal(text)
  if (refusal) throw new Problem('unspeakable', { detail: refusal, fields: { text: refusal } })
  await ctx.limits.take('podcast', ctx.actor.id, limitSentence)
  const now = ctx.now()
  const named = title || titleOf(text)
  return transaction(ctx.db, async (tx) => {
    const podcast = await insertPodcast(tx, {
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
  return wordAtMost(
    (first?.text ?? '')
      .replace(/^\s*#{1,6}\s+/, '')
      .replace(/\s+/g, ' ')
      .trim(),
    titleMost,
  )
}
