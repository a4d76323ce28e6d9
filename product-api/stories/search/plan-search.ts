import type { Branch, Term } from './query.ts'
import type { SearchPlan } from './repository.ts'

// Measured on 100,000 stories, on either database: both ways cost the same if three stories in ten match.
const evenSquare = 9_000

/** `documents` names no stop words: they neither find nor keep out. */
export type WordCounts = { stories: number; documents: ReadonlyMap<string, number> }

/** Whether it is cheaper to walk through the stories until a thousand match, or to gather all that match. */
export function planSearch(branches: Branch[], counts: WordCounts): SearchPlan {
  const share = Math.min(
    1,
    branches.reduce((sum, terms) => sum + shareOfBranch(terms, counts), 0),
  )
  return share * share * counts.stories >= evenSquare ? 'walk' : 'gather'
}

/** Words of one story are neither independent nor always together: the middle between the two. */
function shareOfBranch(terms: Branch, counts: WordCounts): number {
  const shares = terms.filter(({ excluded }) => !excluded).flatMap((term) => sharesOfTerm(term, counts))
  if (shares.length === 0) return 0
  const together = Math.min(...shares)
  const independent = shares.reduce((product, share) => product * share, 1)
  return Math.sqrt(together * independent)
}

function sharesOfTerm(term: Term, { stories, documents }: WordCounts): number[] {
  return wordsOfTerm(term).flatMap((word) => {
    const count = documents.get(word)
    return count === undefined ? [] : Math.min(1, count / stories)
  })
}

export function wordsOfTerm(term: Term): string[] {
  return term.kind === 'phrase' ? term.text.split(/\s+/) : term.words.map(({ word }) => word)
}
