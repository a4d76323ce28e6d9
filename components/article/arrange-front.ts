import type { ListedStory } from '#contract/stories.ts'

export const secondsMost = 2
export const stripMost = 3

/**
 * Where the newest stories stand on the home page: each once. The lead is the first with a picture among those that
 * stand on top, or the newest if none has one. Undefined if there are none.
 */
export function arrangeFront(stories: readonly ListedStory[], fiction: readonly ListedStory[]) {
  const lead = stories.slice(0, 1 + secondsMost).find(({ story_image }) => story_image) ?? stories[0]
  if (!lead) return undefined
  const others = stories.filter(({ slug }) => slug !== lead.slug)
  const seconds = others.slice(0, secondsMost)
  const top = slugsOf([lead, ...seconds])
  const strip = fiction.filter(({ slug }) => !top.includes(slug)).slice(0, stripMost)
  const shownAbove = [...top, ...slugsOf(strip)]
  return { lead, seconds, strip, shownAbove, rows: others.filter(({ slug }) => !shownAbove.includes(slug)) }
}

function slugsOf(stories: readonly ListedStory[]): string[] {
  return stories.map(({ slug }) => slug)
}
