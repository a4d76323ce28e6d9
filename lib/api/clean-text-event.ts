import { TextEvent } from '#contract/text-processing.ts'
import { sanitiseStory } from '#story-html/sanitise.ts'
import { isSegment } from './clean-resource.ts'

/** An event as its page may show it; undefined if it is none. */
export function cleanTextEvent(given: unknown): TextEvent | undefined {
  const parsed = TextEvent.safeParse(given)
  if (!parsed.success || parsed.data.kind === 'problem') return parsed.data
  const html = sanitiseStory(parsed.data.html)
  if (parsed.data.kind === 'text') return { kind: 'text', html }
  const { draft } = parsed.data
  return { kind: 'end', html, draft: draft !== null && isSegment(draft) ? draft : null }
}
