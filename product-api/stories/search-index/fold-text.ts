// Chinese, Japanese and Thai write no spaces between words.
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wordLength = { least: 2, most: 40 }

/**
 * A text with lower-case letters without accents and spaces for everything that is no letter and no digit, code point by
 * code point: a place in it is the same place in the composed (NFC) text. Indexed texts, queries and marked texts all
 * pass through it, so that PostgreSQL's rules for addresses, signs and fractions never apply.
 */
export function fold(text: string): string {
  let folded = ''
  for (const letter of text.normalize('NFC')) folded += foldLetter(letter)
  return folded
}

/** The text to index: folded, with spaces between words also in scripts that write none. */
export function searchableText(text: string): string {
  const folded = fold(text)
  if (!spaceless.test(folded)) return folded
  return Array.from(segmenter.segment(folded), ({ segment }) => segment).join(' ')
}

/**
 * The words of a text as searchableText has them, each with its place in the text as it was typed: folding and composing
 * change how long a letter is.
 */
export function placedWords(text: string): { word: string; start: number; end: number }[] {
  const { folded, places } = foldWithPlaces(text)
  return [...folded.matchAll(/\S+/g)].flatMap((run) =>
    wordsOfRun(run[0]).map(({ word, at }) => {
      const first = run.index + at
      const start = places[first]?.start ?? 0
      return { word, start, end: places[first + word.length - 1]?.end ?? start }
    }),
  )
}

function wordsOfRun(run: string): { word: string; at: number }[] {
  if (!spaceless.test(run)) return [{ word: run, at: 0 }]
  return Array.from(segmenter.segment(run), ({ segment, index }) => ({ word: segment, at: index }))
}

/** `places` says for each code unit of the folded text which code units it was made from. */
function foldWithPlaces(text: string) {
  let folded = ''
  const places: { start: number; end: number }[] = []
  const add = (typed: string, start: number) => {
    const letters = fold(typed)
    folded += letters
    for (let unit = 0; unit < letters.length; unit++) places.push({ start, end: start + typed.length })
  }
  // Nothing composes beyond a character as readers see it.
  for (const { segment, index } of characters.segment(text)) {
    if (segment.normalize('NFC') !== segment) {
      add(segment, index)
      continue
    }
    let at = index
    for (const letter of segment) {
      add(letter, at)
      at += letter.length
    }
  }
  return { folded, places }
}

/** The distinct words of a text, sorted, so that two transactions meet them in one order and never lock each other out. */
export function distinctWords(...texts: string[]): string[] {
  const words = new Set(texts.flatMap((text) => searchableText(text).split(/\s+/)))
  return [...words].filter(({ length }) => length >= wordLength.least && length <= wordLength.most).sort()
}

const letterOrDigit = /^[\p{L}\p{N}]$/u
const known = new Map<string, string>()

function foldLetter(letter: string): string {
  const before = known.get(letter)
  if (before !== undefined) return before
  const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const single = [...bare].length === 1 ? bare : letter.toLowerCase()
  const folded = letterOrDigit.test(single) ? single : ' '
  if (known.size < 20_000) known.set(letter, folded)
  return folded
}
