import { type SQL, sql } from 'drizzle-orm'
import type { Branch, Term } from './query.ts'

export type Completions = Map<string, string[]>

/**
 * A query as PostgreSQL's own type. Every word is a parameter of a function that takes plain text, so that nothing a
 * person types is ever syntax. Completions are beside the word they complete.
 */
export function tsquery(branches: Branch[], completions: Completions): SQL {
  return alternatives(branches, (term) => ofTerm(term, completions))
}

/** The same with phrases as their words, anywhere in the text; undefined if there is no phrase. */
export function candidateQuery(branches: Branch[], completions: Completions): SQL | undefined {
  if (!branches.flat().some(({ kind }) => kind === 'phrase')) return undefined
  // A story that has an excluded phrase's words may still lack the phrase.
  const wanted = branches.map((terms) => terms.filter(({ kind, excluded }) => kind === 'words' || !excluded))
  return alternatives(wanted, (term) =>
    term.kind === 'phrase' ? sql`plainto_tsquery('english', ${term.text})` : ofTerm(term, completions),
  )
}

function alternatives(branches: Branch[], of: (term: Term) => SQL): SQL {
  const joined = branches.map((terms) => {
    const parts = terms.map((term) => (term.excluded ? sql`!!(${of(term)})` : of(term)))
    return sql`(${sql.join(parts, sql` && `)})`
  })
  return sql`(${sql.join(joined, sql` || `)})`
}

function ofTerm(term: Term, completions: Completions): SQL {
  if (term.kind === 'phrase') return sql`phraseto_tsquery('english', ${term.text})`
  const words = term.words.map(({ word }) => {
    const forms = [word, ...(completions.get(word) ?? [])].map((form) => sql`plainto_tsquery('english', ${form})`)
    return sql`(${sql.join(forms, sql` || `)})`
  })
  return sql`(${sql.join(words, sql` && `)})`
}
