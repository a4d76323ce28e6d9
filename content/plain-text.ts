import sanitizeHtml from 'sanitize-html'

const blocks = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'div', 'pre', 'hr', 'br', 'ol', 'ul', 'li'],
  ...['figure', 'figcaption', 'table', 'tr'],
]
const cells = ['td', 'th']
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/**
 * The words of a story: one line a block, a space between table cells, entities decoded, composed (NFC), without control
 * characters. Pictures and videos leave nothing.
 */
export function plainText(html: string): string {
  const skeleton = sanitizeHtml(html, { allowedTags: [...blocks, ...cells], allowedAttributes: {}, nestingLimit: 64 })
  return skeleton
    .replace(/\s+/g, ' ')
    .replace(/<\/?t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .normalize('NFC')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/[^\S\n]*\n\s*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

/** A title or a name: one line, composed (NFC), without control characters. */
export function plainLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
}
