import type { SearchHit } from '#contract/contents.ts'

/** One page of results, as the server found it for the page or the browser for what was typed since. */
export type SearchState = {
  query: string
  hits: SearchHit[]
  nextCursor?: string | undefined
  /** What was really looked for, where a word was mistyped. */
  corrected?: string | undefined
}

/** The sentence that stands above the results, and that a screen reader hears as one types. */
export function resultCount({ hits, nextCursor }: SearchState): string {
  if (nextCursor) return `The best ${hits.length} results, and there are more.`
  return hits.length === 1 ? '1 result' : `${hits.length} results`
}
