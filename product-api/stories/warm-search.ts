import type { Context } from '#platform/context.ts'
import { listCommonestWords } from './search/repository.ts'
import { findStories } from './search/service.ts'

const words = 4
const pageSize = 12

/**
 * Searches side by side for the commonest words, as they are and mistyped, and throws the answers away: the first reader
 * after a start then finds connections open and the newest stories' words in the database's memory.
 */
export async function warmSearch(ctx: Context): Promise<void> {
  const common = await listCommonestWords(ctx.db, words)
  const texts = common.flatMap(({ word }) => [word, withoutOneLetter(word)])
  await Promise.all(texts.map((content) => findStories(ctx, { content, limit: pageSize })))
}

function withoutOneLetter(word: string): string {
  const letters = [...word]
  return letters.filter((_, place) => place !== letters.length - 2).join('')
}
