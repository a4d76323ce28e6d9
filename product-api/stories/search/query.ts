import { placedWords, searchableText } from '../search-index/searchable-text.ts'

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
