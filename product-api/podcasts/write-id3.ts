import NodeID3 from 'node-id3'
import type { Cue } from '../db/tables/podcasts.ts'

type Told = { title: string; artist: string; cues: readonly Cue[]; durationMs: number; madeAt: Date }

/** The tag in front of a file of speech (ID3v2): its title, who made it, how long it is, and its headings as chapters. */
export function writeId3({ title, artist, cues, durationMs, madeAt }: Told): Buffer {
  const chapters = chaptersOf(cues, durationMs)
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

/** A chapter begins at each heading, and one at the beginning where the first comes later. */
function chaptersOf(cues: readonly Cue[], durationMs: number) {
  const headings = cues.filter(({ kind }) => kind === 'heading').map(({ text, from }) => ({ title: text, from }))
  const begins = headings[0]?.from === 0 ? headings : [{ title: 'Beginning', from: 0 }, ...headings]
  return begins.map(({ title, from }, index) => ({
    elementID: `chapter${index + 1}`,
    startTimeMs: from,
    endTimeMs: begins[index + 1]?.from ?? durationMs,
    tags: { title },
  }))
}
