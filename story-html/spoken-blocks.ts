import { type HtmlNode, htmlFault, parseTree } from './html-tree.ts'
import { plainLine } from './plain-text.ts'

/** A block of a story as it is read aloud. */
export type SpokenBlock = { kind: 'heading' | 'text'; text: string }

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const containers = new Set([
  ...['p', 'ol', 'ul', 'li', 'blockquote', 'div', 'section', 'figure', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
])
/** These are not read aloud: code, captions, and blocks without words. */
const silent = new Set(['pre', 'figcaption', 'iframe', 'script', 'style', 'hr'])

/** The words of a story in the order in which they are read aloud, a line each; none of HTML beyond the bounds. */
export function spokenBlocks(html: string): SpokenBlock[] {
  if (htmlFault(html)) return []
  const blocks: SpokenBlock[] = []
  collect(parseTree(html), 'text', blocks)
  return blocks.flatMap(({ kind, text }) => {
    const line = plainLine(text)
    return line ? [{ kind, text: line }] : []
  })
}

function collect(nodes: readonly HtmlNode[], kind: SpokenBlock['kind'], blocks: SpokenBlock[]): void {
  let line = ''
  const endLine = () => {
    blocks.push({ kind, text: line })
    line = ''
  }
  for (const node of nodes) {
    if (typeof node === 'string') line += node
    else if (silent.has(node.name)) endLine()
    else if (node.name === 'br') line += ' '
    else if (headings.has(node.name) || containers.has(node.name)) {
      endLine()
      collect(node.children, headings.has(node.name) ? 'heading' : kind, blocks)
    } else line += wordsOf(node.children)
  }
  endLine()
}

function wordsOf(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.name === 'br') return ' '
      return silent.has(node.name) ? '' : wordsOf(node.children)
    })
    .join('')
}
