import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { speechSegments } from '#platform/db/tables/podcasts.ts'
import type { JobContext } from '#platform/queue/handlers.ts'
import type { Part } from '../text/spoken-text.ts'
import { SpeechFailure, type Voice } from '../voice.ts'

const partsAtOnce = 50

export type Segment = { key: string; bytes: number; ms: number }
export type SpokenPart = { part: Part; segment: Segment }

/** Junk text, or thousands of one-word sentences, would become hours of sound. */
const soundMostMs = 3 * 60 * 60_000

/**
 * Speaks one part after the other. Sentences that this voice has spoken before are reused; each new one is stored as
 * soon as it is ready, so that a crash does not repeat it. Resolving `onSpoken` with false stops the narration.
 * @returns undefined if it was stopped.
 * @throws SpeechFailure; StorageUnavailable.
 */
export async function speakSegments(
  ctx: JobContext,
  parts: readonly Part[],
  onSpoken: (progress: { partsDone: number; spokenMs: number }) => Promise<boolean>,
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

/** Yields now and then: preparing a long text takes a fifth of a second, and this process serves others too. */
async function withWords(voice: Voice, parts: readonly Part[]) {
  const keyed: { part: Part; words: string; key: string }[] = []
  for (const part of parts) {
    const words = voice.wordsFor(part.text)
    keyed.push({ part, words, key: hash('sha256', JSON.stringify([voice.name, words, part.pauseMs])) })
    if (keyed.length % partsAtOnce === 0) await nextTurn()
  }
  return keyed
}

type Asked = { key: string; words: string; pauseMs: number }

async function speak(ctx: JobContext, { key, words, pauseMs }: Asked): Promise<Segment> {
  const { bytes, ms } = await ctx.voice.speak(words, { pauseMs })
  // The file comes first: a row without one would count as spoken.
  await ctx.files.storage.put(segmentName(key), bytes, 'audio/mpeg')
  const segment = { key, bytes: bytes.length, ms: Math.round(ms) }
  const row = { ...segment, usedAt: ctx.now() }
  await ctx.db.insert(speechSegments).values(row).onConflictDoUpdate({ target: speechSegments.key, set: row })
  return segment
}

/** The sentences among these that were spoken before; marks them as used now. */
async function takeKnownSegments(db: Db, keys: readonly string[], now: Date): Promise<Map<string, Segment>> {
  if (keys.length === 0) return new Map()
  const wanted = sql`${speechSegments.key} in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`
  const rows = await db.update(speechSegments).set({ usedAt: now }).where(wanted).returning()
  return new Map(rows.map((row) => [row.key, row]))
}

export async function deleteSegment(db: Db, key: string): Promise<void> {
  await db.delete(speechSegments).where(eq(speechSegments.key, key))
}

/** Deletes segments that have long been unused. @returns their keys. */
export async function deleteUnusedSegments(
  db: Db,
  { usedBefore, limit }: { usedBefore: Date; limit: number },
): Promise<string[]> {
  const old = db
    .select({ key: speechSegments.key })
    .from(speechSegments)
    .where(lt(speechSegments.usedAt, usedBefore))
    .limit(limit)
  const rows = await db
    .delete(speechSegments)
    .where(and(inArray(speechSegments.key, old), lt(speechSegments.usedAt, usedBefore)))
    .returning({ key: speechSegments.key })
  return rows.map(({ key }) => key)
}

/** The name of a spoken sentence's file in the storage. */
export function segmentName(key: string): string {
  return `speech/${key.slice(0, 2)}/${key}.mp3`
}
