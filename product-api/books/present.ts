import type { TextEvent } from '#contract/text-processing.ts'
import type { SummaryPart } from './service.ts'

export function presentPart(part: SummaryPart): TextEvent {
  return part.kind === 'text' ? part : { kind: 'end', html: part.html, draft: part.slug }
}
