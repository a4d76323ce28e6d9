import { linkAttributes } from '#story-html/story-markup.ts'

type Closed = { length: number; words: string; formats: Record<string, unknown> }

// No letter or digit stands before the first sign, as in 2*3*4.
const before = String.raw`(?<![\p{L}\p{N}*\\\x60])`
const bold = new RegExp(String.raw`${before}\*\*((?=\S)(?:(?!\*\*)[^\n])*[^\s*])\*\*$`, 'u')
const italic = new RegExp(String.raw`${before}\*((?=[^\s*])[^*\n]*[^\s*])\*$`, 'u')
const code = new RegExp(`${before}\`([^\`\\n]+)\`$`, 'u')
const link = /(?<!!)\[([^[\]\n]+)\]\((https?:\/\/[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)$/u

/** The piece of Markdown that ends a text, if its last sign closes one. */
export function closedMarkdown(text: string): Closed | undefined {
  const found = (pattern: RegExp, format: string): Closed | undefined => {
    const [whole, words] = pattern.exec(text) ?? []
    return whole && words ? { length: whole.length, words, formats: { [format]: true } } : undefined
  }
  if (text.endsWith('*')) return found(bold, 'bold') ?? found(italic, 'italic')
  if (text.endsWith('`')) return found(code, 'code')
  const [whole, words, address] = (text.endsWith(')') && link.exec(text)) || []
  if (!whole || !words || !address || !linkAttributes(address)) return undefined
  return { length: whole.length, words, formats: { link: address } }
}
