const wordsPerMinute = 230
// Chinese, Japanese and Thai write no spaces: two of their letters count as one word.
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu

/** How many words a plain text has, in any script. */
export function countWords(text: string): number {
  let letters = 0
  for (const [run] of text.matchAll(spaceless)) letters += [...run].length
  const spaced = letters > 0 ? text.replace(spaceless, ' ') : text
  // The editor counts while someone types: a list of all words would take four times as long.
  let words = Math.ceil(letters / 2)
  while (word.test(spaced)) words++
  return words
}

/** Whole minutes at 230 words a minute, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}
