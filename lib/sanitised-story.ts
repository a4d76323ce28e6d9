import { LRUCache } from 'lru-cache'
import { sanitiseStory } from '#story-html/sanitise.ts'

// Characters, of the texts and their results together: with two bytes for each, 16 MB.
const mostInAll = 8_000_000
const mostOfOne = 400_000

const known = new LRUCache<string, string>({
  maxSize: mostInAll,
  maxEntrySize: mostOfOne,
  sizeCalculation: (clean, html) => clean.length + html.length + 1,
})

/**
 * Returns what `sanitiseStory` does, which takes a tenth of a story page's time, for texts that are shown again and again:
 * a page is made anew whenever something around its text changes.
 */
export function sanitisedStory(html: string): string {
  const kept = known.get(html)
  if (kept !== undefined) return kept
  const clean = sanitiseStory(html)
  // A text that is clean already is kept once.
  known.set(html, clean === html ? html : clean)
  return clean
}
