import { Parser } from 'htmlparser2'
import { htmlFault } from './html-tree.ts'

const blocks = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'div', 'pre', 'hr', 'br', 'ol', 'ul', 'li'],
  ...['figure', 'figcaption', 'table', 'tr'],
])
const cells = new Set(['td', 'th'])
/** Their content is not part of the story's text. */
const wordless = new Set([
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'xmp', 'noembed', 'noframes', 'iframe'],
  ...['title', 'svg', 'math', 'plaintext'],
])

/**
 * The words of a story: one line a block, a space between table cells, entities decoded, composed (NFC), without control
 * characters. Pictures and videos leave nothing, nor does HTML beyond the bounds.
 */
export function plainText(html: string): string {
  return htmlFault(html) ? '' : wordsOf(html)
}

/** Like plainText, for HTML that is known to be within the bounds. */
export function wordsOf(html: string): string {
  const lines: string[] = []
  let line = ''
  let wordlessDepth = 0
  const edge = (name: string) => {
    if (cells.has(name)) line += ' '
    if (!blocks.has(name)) return
    lines.push(plainLine(line))
    line = ''
  }
  const parser = new Parser({
    ontext(text) {
      if (wordlessDepth === 0) line += text
    },
    onopentagname(name) {
      if (wordless.has(name)) wordlessDepth++
      edge(name)
    },
    onclosetag(name) {
      if (wordless.has(name)) wordlessDepth--
      edge(name)
    },
  })
  parser.end(html)
  return [...lines, plainLine(line)].filter(Boolean).join('\n')
}

// Control characters, lone surrogates and non-characters: XML must not contain them, and no reader sees them.
const unshowable = /[^\P{Cc}\n\r\t]|[\p{Cs}\p{Noncharacter_Code_Point}]/gu
const unshowableButSpace = /[^\P{Cc}\s]|[\p{Cs}\p{Noncharacter_Code_Point}]/gu
// Excludes single spaces, because most of a long text needs no change.
const whiteSpace = /(?: \s|[^\S ])\s*/g

/** A text of several lines, or HTML, without what cannot be shown. */
export function withoutUnshowable(text: string): string {
  return text.replace(unshowable, '')
}

/** A title or a name: one line, composed (NFC), without control characters. */
export function plainLine(text: string): string {
  return text.normalize('NFC').replace(unshowableButSpace, '').replace(whiteSpace, ' ').trim()
}
