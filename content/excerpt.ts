import { splitSentences } from './sentences.ts'

export const cardTitleMost = 25
export const cardPreviewMost = 50
/** Written after a card's preview, always. */
export const cardPreviewEnd = '...'

const excerptMost = 400
/** What is read of a text to find its first sentences. */
const windowLength = 4_000
const sentenceEnd = /[.!?…。!?]["'”’)\]»]*\s*$/u

/**
 * The first two sentences, on one line, at most 400 characters; a longer one ends at a word with `…`. A heading is no
 * sentence, unless there is nothing else. Cut between code points.
 */
export function excerpt(text: string): string {
  const window = truncate(text, windowLength)
  const all = sentences(window)
  const whole = all.filter((sentence) => sentenceEnd.test(sentence))
  const chosen = (whole.length > 0 ? whole : all).slice(0, 2).join(' ')
  return wordAtMost(chosen, excerptMost)
}

/** At most so many code points; what is longer ends at a word with `…`. */
export function wordAtMost(text: string, most: number): string {
  if (truncate(text, most) === text) return text
  const cut = truncate(text, most - 1)
  const lastSpace = cut.lastIndexOf(' ')
  return `${(lastSpace > most / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`
}

/** The first `most` code points; whether an ellipsis follows is the caller's choice. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  return [...text.slice(0, most * 2)].slice(0, most).join('')
}

function sentences(text: string): string[] {
  return splitSentences(text)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}
