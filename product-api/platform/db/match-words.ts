import { and, type SQL, sql } from 'drizzle-orm'

const wordsMost = 8

/** What of a typed text can be looked for: words with a letter or a digit. Signs alone would be looked for in every row. */
export function wordsOf(typed: string): string[] {
  return typed
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, wordsMost)
}

/**
 * Whether `text` (in lower case, with a space before each word) has all of these: three letters and more anywhere, fewer at
 * the beginning of a word, because the trigram index that answers it knows no shorter pieces.
 */
export function hasWords(text: SQL, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`${text} like lower(${patternOf(word)})`))
}

function patternOf(word: string): string {
  const isLong = /[\p{L}\p{N}]{3}/u.test(word)
  return `${isLong ? '%' : '% '}${word.replace(/[\\%_]/g, '\\$&')}%`
}
