import type { SearchHit } from '#contract/contents.ts'
import { presentCard } from '../contents/present.ts'
import type { Actor } from '../context.ts'
import type { SearchPage } from './service.ts'

export function presentHits({ hits }: SearchPage, actor: Actor | undefined): SearchHit[] {
  return hits.map(({ row, highlights }) => ({ ...presentCard(row, actor), highlights }))
}
