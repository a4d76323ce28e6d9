import type { ListedStory } from '#contract/stories.ts'

export const secondsMost = 2
export const stripMost = 3

type Given = {
  /** The stories on top, the lead first; if they are unknown, the newest are. */
  top: readonly ListedStory[]
  /** The newest stories. */
  stories: readonly ListedStory[]
  fiction: readonly ListedStory[]
}

/** Where stories stand on the home page: each once. Undefined if there are none. */
export function arrangeFront({ top, stories, fiction }: Given) {
  const [lead, ...seconds] = (top.length > 0 ? top : stories).slice(0, 1 + secondsMost)
  if (!lead) return undefined
  const above = slugsOf([lead, ...seconds])
  const strip = fiction.filter(({ slug }) => !above.includes(slug)).slice(0, stripMost)
  const shownAbove = [...above, ...slugsOf(strip)]
  return { lead, seconds, strip, shownAbove, rows: stories.filter(({ slug }) => !shownAbove.includes(slug)) }
}

function slugsOf(stories: readonly ListedStory[]): string[] {
  return stories.map(({ slug }) => slug)
}
