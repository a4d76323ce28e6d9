import { and, type SQL, sql } from 'drizzle-orm'

const wordsMost = 8

/** The searchable words of a typed text: those with a letter or a digit. Punctuation alone would need a full scan. */
export function wordsOf(typed: string): string[] {
  return typed
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, wordsMost)
}

/**
 * A condition: `text` (in lower case, with a space before each word) contains all of these words. Words with fewer than
 * three letters match at the beginning of a word only, because the trigram index has no shorter pieces.
 */
export function hasWords(text: SQL, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`${text} like lower(${patternOf(word)})`))
}

function patternOf(word: string): string {
  const isLong = /[\p{L}\p{N}]{3}/u.test(word)
  return `${isLong ? '%' : '% '}${word.replace(/[\\%_]/g, '\\$&')}%`
}
