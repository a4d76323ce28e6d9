import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseAudioAddress } from '#contract/audio-address.ts'
import { type FilePart, StorageUnavailable } from '#files/storage.ts'
import type { Context } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import type { Cue } from '#platform/db/tables/podcasts.ts'
import { audioName } from '../stored-audio.ts'
import * as repository from './repository.ts'
import { deleteUnusedSegments, type Segment, segmentName } from './speak-segments.ts'

type AudioFile = {
  /** Different for every content. */
  tag: string
  type: string
  bytes: number
  open: (part?: FilePart) => Promise<{ content: Readable; bytes: number } | undefined>
}

/** The sound, the transcript or the chapters that an address names, if its podcast is public. */
export async function findAudioFile(ctx: Context, file: string): Promise<AudioFile | undefined> {
  const asked = parseAudioAddress(`/audio/${file}`)
  const audio = asked && (await repository.findAudio(ctx.db, asked.id))
  if (!audio) return undefined
  const { id, bytes, cues } = audio
  if (asked.kind === 'mp3') {
    return { tag: id, type: 'audio/mpeg', bytes, open: (part) => ctx.files.storage.get(audioName(id), part) }
  }
  const [written, type] =
    asked.kind === 'vtt'
      ? [writeTranscript(cues), 'text/vtt; charset=utf-8']
      : [writeChapters(cues), 'application/json+chapters']
  const whole = Buffer.from(written)
  const open = async (part?: FilePart) => {
    const content = part ? whole.subarray(part.start, part.end + 1) : whole
    return { content: Readable.from([content]), bytes: content.length }
  }
  return { tag: `${id}-${asked.kind}`, type, bytes: whole.length, open }
}

/** The database says that a sentence was spoken, but its file is gone. */
export class SegmentMissing extends Error {
  readonly key: string

  constructor(key: string) {
    super('The file of a spoken sentence is missing')
    this.key = key
  }
}

/** Joins the tag and the sentences in a file, not in memory. @throws SegmentMissing; StorageUnavailable. */
export async function joinSegments(
  { files }: Pick<Context, 'files'>,
  { audioId, tag, segments }: { audioId: string; tag: Buffer; segments: readonly Segment[] },
): Promise<void> {
  await mkdir(files.incoming, { recursive: true, mode: 0o700 }).catch(unavailable)
  const part = path.join(files.incoming, `${randomUUID()}.mp3`)
  try {
    const file = createWriteStream(part, { flags: 'wx', mode: 0o600 })
    await pipeline(() => content(files, tag, segments), file).catch((fault) => {
      if (fault instanceof SegmentMissing || fault instanceof StorageUnavailable) throw fault
      unavailable(fault)
    })
    await files.storage.putFile(audioName(audioId), part, 'audio/mpeg')
  } finally {
    await rm(part, { force: true })
  }
}

async function* content(files: Context['files'], tag: Buffer, segments: readonly Segment[]) {
  yield tag
  for (const { key, bytes } of segments) {
    const file = await files.storage.get(segmentName(key))
    // A full disk may have cut a file short.
    if (file && file.bytes !== bytes) file.content.destroy()
    if (!file || file.bytes !== bytes) throw new SegmentMissing(key)
    yield* file.content
  }
}

function unavailable(cause: unknown): never {
  throw new StorageUnavailable(cause)
}

type ForgettingContext = Pick<Context, 'db' | 'now' | 'files'>

/** A listener may still be playing a replaced file, and feeds still name it. */
const replacedDays = 7
const unusedDays = 30
const batch = 200

/** Deletes audio files that no podcast has used for a week, and spoken sentences unused for a month. */
export async function forgetUnusedSpeech(ctx: ForgettingContext): Promise<void> {
  const ago = (days: number) => new Date(ctx.now().getTime() - days * dayMs)
  for (;;) {
    const ids = await repository.listUnusedAudio(ctx.db, { unusedSince: ago(replacedDays), limit: batch })
    for (const id of ids) await removeAudio(ctx, id)
    if (ids.length < batch) break
  }
  for (;;) {
    const keys = await deleteUnusedSegments(ctx.db, { usedBefore: ago(unusedDays), limit: batch })
    // A sentence that is used again meanwhile loses its file here; it is then spoken again.
    for (const key of keys) await ctx.files.storage.delete(segmentName(key))
    if (keys.length < batch) break
  }
}

/** Deletes the file first: a file without a row would never be found again. @throws StorageUnavailable. */
export async function removeAudio(ctx: Pick<Context, 'db' | 'files'>, id: string): Promise<void> {
  await ctx.files.storage.delete(audioName(id))
  await repository.deleteAudio(ctx.db, id)
}

type Recording = { title: string; artist: string; cues: readonly Cue[]; durationMs: number; madeAt: Date }

/** The ID3v2 tag at the beginning of an audio file: title, artist, length, and the headings as chapters. */
export async function writeId3({ title, artist, cues, durationMs, madeAt }: Recording): Promise<Buffer> {
  const { default: NodeID3 } = await import('node-id3')
  const chapters = chaptersFrom(cues).map(({ title: name, from }, index, all) => ({
    elementID: `chapter${index + 1}`,
    startTimeMs: from,
    endTimeMs: all[index + 1]?.from ?? durationMs,
    tags: { title: name },
  }))
  return NodeID3.create({
    title,
    artist,
    album: artist,
    genre: 'Speech',
    length: String(durationMs),
    year: String(madeAt.getUTCFullYear()),
    ...(chapters.length > 1 && {
      tableOfContents: [{ elementID: 'toc', isOrdered: true, elements: chapters.map(({ elementID }) => elementID) }],
      chapter: chapters,
    }),
  })
}

/** The transcript: the sentences with their times, as WebVTT (W3C). */
function writeTranscript(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ text, from, to }, index) => `${index + 1}\n${time(from)} --> ${time(to)}\n${escaped(text)}\n`,
  )
  return ['WEBVTT\n', ...blocks].join('\n')
}

function time(ms: number): string {
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60]
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(ms % 1_000).padStart(3, '0')}`
}

/** Puts a cue's text on one line: an empty line would end the cue. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The chapters for podcast apps (Podcasting 2.0, JSON Chapters 1.2). */
function writeChapters(cues: readonly Cue[]): string {
  const chapters = chaptersFrom(cues).map(({ title, from }) => ({ startTime: from / 1_000, title }))
  return JSON.stringify({ version: '1.2.0', chapters })
}

/** One chapter for each heading, and one for the text before the first. `from` in milliseconds. */
function chaptersFrom(cues: readonly Cue[]): { title: string; from: number }[] {
  const headings = cues.filter(({ kind }) => kind === 'heading').map(({ text: title, from }) => ({ title, from }))
  return headings[0]?.from === 0 ? headings : [{ title: 'Beginning', from: 0 }, ...headings]
}
