import type { Cue } from '#platform/db/tables/podcasts.ts'
import { chaptersOf } from './chapters-of.ts'

/** The chapters of a file of speech for podcast apps (Podcasting 2.0, JSON Chapters 1.2). */
export function writeChapters(cues: readonly Cue[]): string {
  const chapters = chaptersOf(cues).map(({ title, from }) => ({ startTime: from / 1_000, title }))
  return JSON.stringify({ version: '1.2.0', chapters })
}
