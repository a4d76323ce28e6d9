import type { SearchHit } from '#contract/stories.ts'

/** One page of results, as the server found it for the page or the browser for what was typed since. */
export type SearchState = {
  query: string
  hits: SearchHit[]
  nextCursor?: string | undefined
  /** The query that was really used, if a word was mistyped. */
  corrected?: string | undefined
}

/** The sentence above the results, which screen readers announce during typing. */
export function resultCount({ hits, nextCursor }: SearchState): string {
  if (nextCursor) return `The best ${hits.length} results, and there are more.`
  return hits.length === 1 ? '1 result' : `${hits.length} results`
}
