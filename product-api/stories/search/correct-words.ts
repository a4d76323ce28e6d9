import type { Context } from '#platform/context.ts'
import { canBeMistyped, oneSlipAway, slipsAllowed, slipsBetween } from './neighbours.ts'
import type { Word } from './query.ts'
import { type CountedWord, listKnownSpellings, listSimilarWords } from './repository.ts'

export type Correction = { text: string; words: CountedWord[] }

/** The text with these unknown words put right, or undefined if none of them is near a known word. */
export async function correctWords(ctx: Context, text: string, unknown: Word[]): Promise<Correction | undefined> {
  const correction: Correction = { text, words: [] }
  // From the end, so that the places before stay right.
  for (const { word, start, end } of unknown.toReversed()) {
    const meant = canBeMistyped(word) ? await findMeantWord(ctx, word) : undefined
    if (!meant) continue
    correction.words.push(meant)
    correction.text = correction.text.slice(0, start) + meant.word + correction.text.slice(end)
  }
  return correction.words.length > 0 ? correction : undefined
}

/** Every word one slip away is looked up; for two slips those that share enough letter groups are compared. */
async function findMeantWord(ctx: Context, word: string): Promise<CountedWord | undefined> {
  const [commonest] = await listKnownSpellings(ctx.db, oneSlipAway(word))
  if (commonest || slipsAllowed(word) < 2) return commonest
  const similar = await listSimilarWords(ctx.db, word)
  return similar
    .filter((candidate) => slipsBetween(word, candidate.word) <= 2)
    .sort((a, b) => b.documents - a.documents)
    .at(0)
}
