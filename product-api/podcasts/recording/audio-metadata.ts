import NodeID3 from 'node-id3'
import type { Cue } from '#platform/db/tables/podcasts.ts'

type Recording = { title: string; artist: string; cues: readonly Cue[]; durationMs: number; madeAt: Date }

/** The ID3v2 tag at the beginning of an audio file: title, artist, length, and the headings as chapters. */
export function writeId3({ title, artist, cues, durationMs, madeAt }: Recording): Buffer {
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
export function writeTranscript(cues: readonly Cue[]): string {
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
export function writeChapters(cues: readonly Cue[]): string {
  const chapters = chaptersFrom(cues).map(({ title, from }) => ({ startTime: from / 1_000, title }))
  return JSON.stringify({ version: '1.2.0', chapters })
}

/** One chapter for each heading, and one for the text before the first. `from` in milliseconds. */
function chaptersFrom(cues: readonly Cue[]): { title: string; from: number }[] {
  const headings = cues.filter(({ kind }) => kind === 'heading').map(({ text: title, from }) => ({ title, from }))
  return headings[0]?.from === 0 ? headings : [{ title: 'Beginning', from: 0 }, ...headings]
}
