import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JobContext } from '#platform/queue/handlers.ts'
import type { Part } from '../speech/split-text.ts'
import { SpeechFailure, type Voice } from '../voice.ts'
import { insertSegment, type Segment, takeKnownSegments } from './segment-repository.ts'
import { segmentName } from './speech-files.ts'

const partsAtOnce = 50

export type SpokenPart = { part: Part; segment: Segment }

/** Junk words, or thousands of one-word sentences, become hours of sound. */
const soundMostMs = 3 * 60 * 60_000

type Options = {
  /** Told after each sentence that was spoken; false stops it. */
  onSpoken: (progress: { partsDone: number; spokenMs: number }) => Promise<boolean>
}

/**
 * Speaks one part after the other; what was spoken before, by this voice, is taken as it is. Each is kept as soon as it
 * is ready: after a crash it is not spoken again.
 * @returns undefined if it was stopped.
 * @throws SpeechFailure; StorageUnavailable.
 */
export async function speakSegments(
  ctx: JobContext,
  parts: readonly Part[],
  { onSpoken }: Options,
): Promise<SpokenPart[] | undefined> {
  const keyed = await withWords(ctx.voice, parts)
  const known = await takeKnownSegments(ctx.db, [...new Set(keyed.map(({ key }) => key))], ctx.now())
  const spoken: SpokenPart[] = []
  let spokenMs = 0
  for (const { part, words, key } of keyed) {
    const before = known.get(key)
    const segment = before ?? (await speak(ctx, { key, words, pauseMs: part.pauseMs }))
    known.set(key, segment)
    spoken.push({ part, segment })
    spokenMs += segment.ms
    if (spokenMs > soundMostMs)
      throw new SpeechFailure('This would take longer than three hours to read aloud. Please shorten the text.')
    if (!before && !(await onSpoken({ partsDone: spoken.length, spokenMs }))) return undefined
  }
  return spoken
}

/** In slices: the words of a long text take a fifth of a second, and others are served by the same process. */
async function withWords(voice: Voice, parts: readonly Part[]) {
  const keyed: { part: Part; words: string; key: string }[] = []
  for (const part of parts) {
    const words = voice.wordsFor(part.text)
    keyed.push({ part, words, key: segmentKey(voice, words, part.pauseMs) })
    if (keyed.length % partsAtOnce === 0) await nextTurn()
  }
  return keyed
}

type Asked = { key: string; words: string; pauseMs: number }

async function speak(ctx: JobContext, { key, words, pauseMs }: Asked): Promise<Segment> {
  const { bytes, ms } = await ctx.voice.speak(words, { pauseMs })
  // The file first: a row without one would be believed.
  await ctx.files.storage.put(segmentName(key), bytes, 'audio/mpeg')
  const segment = { key, bytes: bytes.length, ms: Math.round(ms) }
  await insertSegment(ctx.db, segment, ctx.now())
  return segment
}

function segmentKey({ name }: Voice, words: string, pauseMs: number): string {
  return createHash('sha256')
    .update(JSON.stringify([name, words, pauseMs]))
    .digest('hex')
}
