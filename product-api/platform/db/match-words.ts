import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

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

/**
 * The union of the ids that these queries find, each by its own index. One statement: parallel queries would take up
 * the pool's connections.
 */
export async function listIdsOfAny(db: Db, queries: readonly SQLWrapper[]): Promise<string[]> {
  if (queries.length === 0) return []
  const { rows } = await db.execute<{ id: string }>(sql.join([...queries], sql` union `))
  return rows.map(({ id }) => id)
}
