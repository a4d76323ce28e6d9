import { type SQL, sql } from 'drizzle-orm'
import { placedWords, searchableText } from '../search-index/fold-text.ts'

/** A folded word and its position in what was typed, so that a correction can be written back. */
export type Word = { word: string; start: number; end: number }
export type Term =
  | { kind: 'words'; words: Word[]; excluded: boolean }
  | { kind: 'phrase'; text: string; excluded: boolean }
/** One alternative of a query: every term must match. */
export type Branch = Term[]
/** `growing`: the text ends within this word, so that it may be the beginning of one. */
export type Query = { branches: Branch[]; growing: Word | undefined }

const termsMost = 16
const token = /(-?)"([^"]*)"?|(-?)([^\s"]+)/gu

/**
 * Reads what a person typed: words, "a phrase", -excluded, `or`. Anything can be typed; nothing is an error. An alternative
 * with nothing but exclusions asks for everything and is dropped.
 */
export function parseQuery(text: string): Query {
  const branches: Branch[] = [[]]
  let growing: Word | undefined
  for (const match of [...text.matchAll(token)].slice(0, termsMost)) {
    const [whole, minusPhrase, phrase, minus, chunk = ''] = match
    growing = undefined
    if (phrase !== undefined) {
      const folded = searchableText(phrase).trim()
      if (folded) branches.at(-1)?.push({ kind: 'phrase', text: folded, excluded: minusPhrase === '-' })
    } else if (/^or$/i.test(whole)) {
      branches.push([])
    } else {
      const words = wordsAt(chunk, match.index + (minus?.length ?? 0))
      const excluded = minus === '-'
      if (words.length > 0) branches.at(-1)?.push({ kind: 'words', words, excluded })
      const last = words.at(-1)
      if (!excluded && last?.end === text.length) growing = last
    }
  }
  return { branches: branches.filter((terms) => terms.some(({ excluded }) => !excluded)), growing }
}

/** The words that must be there, in the order of their places; a phrase is taken as it is. */
export function wantedWords(branches: Branch[]): Word[] {
  return branches.flat().flatMap((term) => (term.kind === 'words' && !term.excluded ? term.words : []))
}

function wordsAt(chunk: string, at: number): Word[] {
  return placedWords(chunk).map(({ word, start, end }) => ({ word, start: at + start, end: at + end }))
}

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
