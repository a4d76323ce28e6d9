import type { Branch, Term } from './query.ts'
import type { SearchPlan } from './repository.ts'

// Measured on 100,000 stories: reading a story's vector costs about as much as four matches taken from the index.
const walkCost = 4_000

export type WordCounts = { stories: number; documents: ReadonlyMap<string, number> }

/** Whether it is cheaper to walk through the stories until a thousand match, or to gather all that match. */
export function planSearch(branches: Branch[], counts: WordCounts): SearchPlan {
  const share = Math.min(
    1,
    branches.reduce((sum, terms) => sum + shareOfBranch(terms, counts), 0),
  )
  return share * share * counts.stories >= walkCost ? 'walk' : 'gather'
}

/** Words of one story are neither independent nor always together: the middle between the two. */
function shareOfBranch(terms: Branch, counts: WordCounts): number {
  const shares = terms.filter(({ excluded }) => !excluded).flatMap((term) => sharesOfTerm(term, counts))
  const together = Math.min(...shares)
  const independent = shares.reduce((product, share) => product * share, 1)
  return Math.sqrt(together * independent)
}

function sharesOfTerm(term: Term, { stories, documents }: WordCounts): number[] {
  return wordsOfTerm(term).map((word) => Math.min(1, (documents.get(word) ?? 0) / stories))
}

export function wordsOfTerm(term: Term): string[] {
  return term.kind === 'phrase' ? term.text.split(/\s+/) : term.words.map(({ word }) => word)
}
