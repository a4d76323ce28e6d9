import { htmlFault } from './html-bounds.ts'
import { type HtmlElement, parseTree } from './html-tree.ts'

/** Between two adjacent lists, which would be joined otherwise. */
const listBorder = ''

/**
 * A story's text as blocks that can be compared, moved and taken out one by one: its outermost elements, and of a list
 * each line as a list of its own. HTML beyond the bounds is one block.
 */
export function splitBlocks(stored: string): string[] {
  if (stored === '') return []
  if (htmlFault(stored)) return [stored]
  const blocks: string[] = []
  let from = 0
  const add = (parts: string[]) => {
    const [last, first] = [blocks.at(-1), parts[0]]
    if (last !== undefined && first !== undefined && isJoined(last, first)) blocks.push(listBorder)
    blocks.push(...parts)
  }
  for (const node of parseTree(stored)) {
    if (typeof node === 'string' || node.start < from) continue
    const before = stored.slice(from, node.start)
    if (before) addText(blocks, before)
    add(listLines(node, stored) ?? [stored.slice(node.start, node.end)])
    from = node.end
  }
  if (from < stored.length) addText(blocks, stored.slice(from))
  return blocks
}

/** The text of blocks, however they were put together: the lines of lists that meet become one list again. */
export function joinBlocks(blocks: readonly string[]): string {
  let html = ''
  let last: string | undefined
  for (const block of blocks) {
    if (last !== undefined && isJoined(last, block)) html = html.slice(0, -'</ul>'.length) + block.slice('<ul>'.length)
    else html += block
    last = block
  }
  return html
}

/** White space between two elements belongs to the first of them. */
function addText(blocks: string[], text: string): void {
  const last = blocks.length - 1
  if (text.trim() === '' && last >= 0) blocks[last] += text
  else blocks.push(text)
}

function listLines({ name, children, start, end }: HtmlElement, stored: string): string[] | undefined {
  if (name !== 'ul' && name !== 'ol') return undefined
  const [open, close] = [`<${name}>`, `</${name}>`]
  if (!stored.startsWith(open, start) || !stored.startsWith(close, end - close.length)) return undefined
  const lines: string[] = []
  let from = start + open.length
  for (const child of children) {
    if (typeof child === 'string' || child.name !== 'li' || child.start !== from) return undefined
    const line = stored.slice(child.start, child.end)
    if (!line.endsWith('</li>')) return undefined
    lines.push(`${open}${line}${close}`)
    from = child.end
  }
  return from === end - close.length && lines.length > 0 ? lines : undefined
}

function isJoined(first: string, second: string): boolean {
  return ['ul', 'ol'].some(
    (name) =>
      first.endsWith(`</li></${name}>`) &&
      startsList(first, name) &&
      startsList(second, name) &&
      second.trimEnd().endsWith(`</li></${name}>`),
  )
}

function startsList(block: string, name: string): boolean {
  return block.startsWith(`<${name}><li`)
}
