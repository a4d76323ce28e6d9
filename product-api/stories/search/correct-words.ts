import type { Context } from '#platform/context.ts'
import type { Word } from './query.ts'
import { type CountedWord, listKnownSpellings, listSimilarWords } from './repository.ts'

type Correction = { text: string; words: CountedWord[] }

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

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъыьэюя', 'αβγδεζηθικλμνξοπρσςτυφχψω']

/** Whether a word is long enough to be a mistyped one, and made of letters. */
function canBeMistyped(word: string): boolean {
  return /^\p{L}{4,30}$/u.test(word)
}

/** How many slips a word may have: one for 4 and 5 letters, two for longer ones. */
function slipsAllowed(word: string): 1 | 2 {
  return [...word].length <= 5 ? 1 : 2
}

/** Every word one slip away: a letter missing, doubled up, wrong, or two swapped. */
export function oneSlipAway(word: string): string[] {
  const letters = [...word]
  const alphabet = [...(alphabets.find((candidate) => candidate.includes(letters[0] ?? '')) ?? '')]
  const variants = new Set<string>()
  for (let at = 0; at <= letters.length; at++) {
    const head = letters.slice(0, at)
    const tail = letters.slice(at)
    const [first, second, ...rest] = tail
    if (first !== undefined) variants.add([...head, ...tail.slice(1)].join(''))
    if (second !== undefined) variants.add([...head, second, first, ...rest].join(''))
    for (const letter of alphabet) {
      variants.add([...head, letter, ...tail].join(''))
      if (first !== undefined) variants.add([...head, letter, ...tail.slice(1)].join(''))
    }
  }
  variants.delete(word)
  return [...variants]
}

/** The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
export function slipsBetween(one: string, other: string): number {
  const a = [...one]
  const b = [...other]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
