import type { Segment } from '#contract/stories.ts'
import { fold } from '../search-index/fold-text.ts'

/** Control characters that no stored text has: they are stripped from every text that is written. */
export const marks: [string, string] = ['\u0001', '\u0002']

/**
 * The original text in runs that match and runs that don't. `marked` is the folded text with marks; folding keeps every
 * place, so its places are the original's.
 */
export function segmentsOf(original: string, marked: string): Segment[] {
  const letters = [...original.normalize('NFC')]
  const segments: Segment[] = []
  let at = 0
  let match = false
  let text = ''
  const close = () => {
    if (text) segments.push({ text, match })
    text = ''
  }
  for (const letter of marked) {
    if (letter === marks[0] || letter === marks[1]) {
      close()
      match = letter === marks[0]
    } else {
      text += letters[at++] ?? ''
    }
  }
  text += letters.slice(at).join('')
  close()
  return segments
}

const passageMost = 280
const endings = 3
const sentence = /[^.!?…]+(?:[.!?…]+["”’)]*)?\s*/gu

/**
 * The first sentence of a text that has one of these folded words in any form, cut at a word after 280 code points;
 * undefined if none has. A word counts by its beginning: the text search itself decides which words are marked.
 */
export function findPassage(text: string, words: string[]): string | undefined {
  const beginnings = words.map((word) => word.slice(0, Math.max(endings, word.length - endings)))
  for (const [found] of text.matchAll(sentence)) {
    const has = fold(found)
      .split(' ')
      .some((word) => beginnings.some((beginning) => word.startsWith(beginning)))
    if (has) return cut(found.replace(/\s+/g, ' ').trim(), beginnings)
  }
  return undefined
}

/** A sentence longer than a passage begins a few words before the match. */
function cut(found: string, beginnings: string[]): string {
  const letters = [...found]
  if (letters.length <= passageMost) return found
  const words = found.split(' ')
  const at = words.findIndex((word) => beginnings.some((beginning) => fold(word).trim().startsWith(beginning)))
  const from = Math.max(0, at - 8)
  let passage = from > 0 ? '…' : ''
  for (const word of words.slice(from)) {
    if ([...passage].length + word.length > passageMost) return `${passage.trimEnd()}…`
    passage += `${word} `
  }
  return passage.trimEnd()
}
