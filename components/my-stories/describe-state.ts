import type { OwnStory } from '#contract/readers.ts'

type Dated = Pick<OwnStory, 'state' | 'published_at' | 'publish_at'>

/** A story's state in words, e.g. `Published 12 November`; in the reader's time zone. */
export function describeState({ state, published_at, publish_at }: Dated, now = new Date()): string {
  if (state === 'planned' && publish_at) return `Planned: ${dayOf(publish_at, now)}, ${timeOf(publish_at)}`
  if (state === 'draft' || !published_at) return 'Draft'
  const published = `Published ${dayOf(published_at, now)}`
  return state === 'held' ? `${published}, waiting to be emailed` : published
}

/** With the year only if it is another one. */
function dayOf(iso: string, now: Date): string {
  const at = new Date(iso)
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year })
}

function timeOf(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
