import { Marked } from 'marked'

const marked = new Marked({ gfm: true, async: false })

/**
 * Markdown (GitHub's dialect) as HTML, of our own files only: hostile Markdown of a few pages holds up marked for seconds.
 * Raw HTML in it passes: sanitise what comes out.
 */
export function ownMarkdownToHtml(markdown: string): string {
  return marked.parse(markdown) as string
}

/** A text file's `key: value` lines between two `---` lines, and what comes after. */
export function readFrontMatter(file: string): { fields: Record<string, string>; body: string } {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(file)
  if (!match) return { fields: {}, body: file }
  const [, head = '', body = ''] = match
  const lines = head.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(':')
    return at > 0 ? [[line.slice(0, at).trim(), unquoted(line.slice(at + 1).trim())] as const] : []
  })
  return { fields: Object.fromEntries(lines), body }
}

function unquoted(value: string): string {
  return /^"(.*)"$|^'(.*)'$/.test(value) ? value.slice(1, -1) : value
}
