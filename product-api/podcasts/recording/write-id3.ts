import NodeID3 from 'node-id3'
import type { Cue } from '#platform/db/tables/podcasts.ts'
import { chaptersOf } from './chapters-of.ts'

type Told = { title: string; artist: string; cues: readonly Cue[]; durationMs: number; madeAt: Date }

/** The tag in front of a file of speech (ID3v2): its title, who made it, how long it is, and its headings as chapters. */
export function writeId3({ title, artist, cues, durationMs, madeAt }: Told): Buffer {
  const chapters = chaptersOf(cues).map(({ title: name, from }, index, all) => ({
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
