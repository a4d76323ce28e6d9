import type { Cue } from '#platform/db/tables/podcasts.ts'

/** The sentences of a file of speech with their times, as WebVTT (W3C). */
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

/** On one line: an empty one would end the cue. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
