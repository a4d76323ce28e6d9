import type { SearchHit } from '#contract/stories.ts'
import type { Actor } from '#platform/context.ts'
import { presentCard } from '../read/present.ts'
import type { SearchPage } from './service.ts'

export function presentHits({ hits }: SearchPage, actor: Actor | undefined): SearchHit[] {
  return hits.map(({ row, highlights }) => ({ ...presentCard(row, actor), highlights }))
}
