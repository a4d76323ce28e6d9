import { dayInWords, timeInWords } from '#components/ui/format-date-time.ts'
import type { OwnStory } from '#contract/readers.ts'

type Dated = Pick<OwnStory, 'state' | 'published_at' | 'publish_at'>

/** A story's state in words, e.g. `Published 12 November`; in the reader's time zone. */
export function describeState({ state, published_at, publish_at }: Dated, now = new Date()): string {
  if (state === 'planned' && publish_at) return `Planned: ${timeInWords(new Date(publish_at), now)}`
  if (state === 'draft' || !published_at) return 'Draft'
  const published = `Published ${dayInWords(new Date(published_at), now)}`
  return state === 'held' ? `${published}, waiting to be emailed` : published
}
