import { diffArrays } from 'diff'
import { type HtmlElement, htmlFault, parseTree } from './html-tree.ts'

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

/** A change from one list of blocks to another: `before[start, end)` became `after[afterStart, afterEnd)`. */
export type Change = { start: number; end: number; afterStart: number; afterEnd: number }

/** Texts with more changes than this have little in common, and comparing them further would take seconds. */
const editsMost = 500

/** The changes between two lists of blocks, in order; between two changes the blocks are the same. */
export function changesBetween(before: readonly string[], after: readonly string[]): Change[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++

  const middleBefore = before.slice(head, before.length - tail)
  const middleAfter = after.slice(head, after.length - tail)
  if (middleBefore.length === 0 && middleAfter.length === 0) return []
  const whole = { start: head, end: before.length - tail, afterStart: head, afterEnd: after.length - tail }
  const pairs = commonBlocks(middleBefore, middleAfter)
  if (!pairs) return [whole]

  const changes: Change[] = []
  let [at, afterAt] = [0, 0]
  const change = (to: number, afterTo: number) => {
    if (to > at || afterTo > afterAt)
      changes.push({ start: head + at, end: head + to, afterStart: head + afterAt, afterEnd: head + afterTo })
    at = to + 1
    afterAt = afterTo + 1
  }
  for (const [from, to] of pairs) change(from, to)
  change(middleBefore.length, middleAfter.length)
  return changes
}

/** The places of the longest common subsequence. Skips blocks that only one side has, because they cannot be in it. */
function commonBlocks(before: string[], after: string[]): [number, number][] | undefined {
  const [inBefore, inAfter] = [new Set(before), new Set(after)]
  const places = (blocks: string[], others: Set<string>) =>
    [...blocks.keys()].filter((at) => others.has(blocks[at] ?? ''))
  const [left, right] = [places(before, inAfter), places(after, inBefore)]
  const parts = diffArrays(
    left.map((at) => before[at]),
    right.map((at) => after[at]),
    { maxEditLength: editsMost },
  )
  if (!parts) return undefined
  const pairs: [number, number][] = []
  let [from, to] = [0, 0]
  for (const { added, removed, count } of parts) {
    for (let times = 0; times < count; times++) {
      const [here, there] = [left[from] ?? 0, right[to] ?? 0]
      if (!added && !removed) pairs.push([here, there])
      if (!added) from++
      if (!removed) to++
    }
  }
  return pairs
}
