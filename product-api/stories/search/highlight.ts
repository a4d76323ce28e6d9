import type { Segment } from '#contract/stories.ts'

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
