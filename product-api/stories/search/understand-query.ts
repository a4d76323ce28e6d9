import type { Context } from '#platform/context.ts'
import { correctWords } from './correct-words.ts'
import { type WordCounts, wordsOfTerm } from './plan-search.ts'
import { type Branch, type Completions, parseQuery, type Query, wantedWords } from './query.ts'
import { type CountedWord, countWords, listCompletions } from './repository.ts'

const completedFrom = 2

export type UnderstoodQuery = {
  branches: Branch[]
  completions: Completions
  /** Whether the last word is a whole word as typed, not only the beginning of others. */
  endsWithWord: boolean
  counts: WordCounts
  /** The text with its mistyped words corrected, if there were any. */
  corrected: string | undefined
}

/** Completes the last word if it is a beginning, corrects words that no story has, and counts what is left. */
export async function understandQuery(
  ctx: Context,
  text: string,
  { branches, growing }: Query,
): Promise<UnderstoodQuery> {
  const words = [...new Set(branches.flat().flatMap(wordsOfTerm))]
  const [{ stories, documents }, completed] = await Promise.all([
    countWords(ctx.db, words),
    growing && growing.word.length >= completedFrom ? listCompletions(ctx.db, growing.word) : [],
  ])
  const endsWithWord = growing !== undefined && (documents.get(growing.word) ?? 0) > 0
  const completions: Completions = new Map()
  if (growing && completed.length > 0) {
    completions.set(
      growing.word,
      completed.map(({ word }) => word),
    )
    documents.set(growing.word, documentsWithAny(completed, stories))
  }
  const understood = { completions, endsWithWord, counts: { stories, documents } }
  const mistyped = wantedWords(branches).filter(({ word }) => documents.get(word) === 0)
  const correction = await correctWords(ctx, text, mistyped)
  if (!correction) return { ...understood, branches, corrected: undefined }
  for (const { word, documents: count } of correction.words) documents.set(word, count)
  return { ...understood, branches: parseQuery(correction.text).branches, corrected: correction.text }
}

/** Estimates the count as if the words occurred independently of each other. */
function documentsWithAny(words: CountedWord[], stories: number): number {
  const without = words.reduce((share, { documents }) => share * (1 - Math.min(1, documents / stories)), 1)
  return stories * (1 - without)
}
