import type { Cue } from '#platform/db/tables/podcasts.ts'

/** Each heading begins a chapter; so does the text before the first one. `from` in milliseconds. */
export function chaptersOf(cues: readonly Cue[]): { title: string; from: number }[] {
  const headings = cues.filter(({ kind }) => kind === 'heading').map(({ text: title, from }) => ({ title, from }))
  return headings[0]?.from === 0 ? headings : [{ title: 'Beginning', from: 0 }, ...headings]
}
