import { randomBytes } from 'node:crypto'
import { tags } from '#contract/tags.ts'
import { StorageUnavailable } from '#files/storage.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Cue } from '#platform/db/tables/podcasts.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { JobContext } from '#platform/queue/handlers.ts'
import type { JobPayload } from '#platform/queue/jobs.ts'
import { type SpokenText, textToSpeak, transcriptLine } from '../text/spoken-text.ts'
import { SpeechFailure } from '../voice.ts'
import { joinSegments, SegmentMissing, writeId3 } from './audio-files.ts'
import * as repository from './repository.ts'
import { deleteSegment, type SpokenPart, speakSegments } from './speak-segments.ts'

/**
 * Reads a podcast's text aloud. Restarted after a crash or by hand, it continues after the last spoken sentence. A
 * failure that a person can resolve is saved as a sentence for them; any other is thrown, and the queue tries again.
 */
export async function speakPodcast(ctx: JobContext, { podcastId, run }: JobPayload<'speak-podcast'>): Promise<void> {
  const podcast = await repository.findPodcast(ctx.db, podcastId)
  if (!podcast) return
  const attempt = { id: podcast.id, run }
  // Marked before the text is read: a later change of the text sees that, and begins another try.
  if (!(await repository.markSpeaking(ctx.db, attempt, ctx.now()))) return
  const text = await textToSpeak(ctx, podcast)
  if (!text) return
  await repository.markProgress(ctx.db, attempt, { parts: text.parts.length, partsDone: 0, spokenMs: 0 }, ctx.now())
  try {
    const spoken = await speakSegments(ctx, text.parts, (progress) =>
      repository.markProgress(ctx.db, attempt, progress, ctx.now()),
    )
    if (spoken) await save(ctx, attempt, text, spoken)
  } catch (fault) {
    if (fault instanceof SegmentMissing) await deleteSegment(ctx.db, fault.key)
    const sentence = sentenceOf(fault)
    if (!sentence) throw fault
    await repository.markFailed(ctx.db, attempt, sentence, ctx.now())
  }
}

async function save(
  ctx: JobContext,
  attempt: { id: string; run: number },
  { title, slug }: SpokenText,
  spoken: readonly SpokenPart[],
): Promise<void> {
  const cues = cuesOf(spoken)
  const segments = spoken.map(({ segment }) => segment)
  const durationMs = segments.reduce((sum, { ms }) => sum + ms, 0)
  const audioId = randomBytes(16).toString('hex')
  const madeAt = ctx.now()
  const tag = await writeId3({ title, artist: ctx.productName, cues, durationMs, madeAt })
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, tag.length)
  // The row comes first: the clean-up finds an abandoned file by its row.
  await repository.insertAudio(ctx.db, { id: audioId, podcastId: attempt.id, bytes, durationMs, cues, madeAt })
  await joinSegments(ctx, { audioId, tag, segments })
  await transaction(ctx.db, async (tx) => {
    const isDone = await repository.markDone(tx, attempt, audioId, ctx.now())
    // The story's page offers it from now on.
    if (isDone) await recordChange(ctx, tx, [tags.podcasts, ...(slug ? [tags.content(slug)] : [])])
  })
}

function cuesOf(spoken: readonly SpokenPart[]): Cue[] {
  let from = 0
  return spoken.flatMap(({ part: { text, kind, pauseMs }, segment: { ms } }) => {
    const cue = { text: transcriptLine({ text, kind }), kind, from, to: from + Math.max(1, ms - pauseMs) }
    from += ms
    return cue.text ? [cue] : []
  })
}

function sentenceOf(fault: unknown): string | undefined {
  if (fault instanceof SpeechFailure) return fault.message
  if (fault instanceof StorageUnavailable)
    return 'The audio couldn’t be saved: the disk is full, or the storage isn’t responding.'
  return undefined
}
