import { diffWordsWithSpace } from 'diff'
import { changesBetween, splitBlocks } from './blocks.ts'
import { elements, htmlFault, parseTree } from './html-tree.ts'
import { wordsOf } from './plain-text.ts'

export type WordRun = { text: string; kind: 'same' | 'added' | 'removed' }

/**
 * A block of a text that is compared with another: plain text, whatever it was made of. `tag` says what the block is
 * (`p`, `h2`, `li`, `pre`, `blockquote`, `img`, `iframe`, `table`, …). A changed block whose runs are all the same
 * differs in its formatting only.
 */
export type DifferenceBlock = { kind: 'same' | 'added' | 'removed' | 'changed'; tag: string; runs: WordRun[] }

/** Beyond these a paragraph is shown as taken out and put in. */
const wordEditsMost = 1_000
const charactersMost = 50_000
/** Two paragraphs count as one that was changed if they share this much of their words. */
const leastAlike = 0.3
const pairingMost = 400

/** Compares two texts block by block, in reading order; returns nothing for HTML beyond the bounds. */
export function differences(before: string, after: string): DifferenceBlock[] {
  if (htmlFault(before) || htmlFault(after)) return []
  const [from, to] = [splitBlocks(before), splitBlocks(after)]
  const found: DifferenceBlock[] = []
  let at = 0
  for (const change of changesBetween(from, to)) {
    found.push(...from.slice(at, change.start).map((block) => whole(block, 'same')))
    found.push(...changedBlocks(from.slice(change.start, change.end), to.slice(change.afterStart, change.afterEnd)))
    at = change.end
  }
  found.push(...from.slice(at).map((block) => whole(block, 'same')))
  return found.filter(({ kind, runs }) => kind !== 'same' || runs.length > 0)
}

/** Each removed block beside the added one that is most likely what became of it, in order. */
function changedBlocks(removed: string[], added: string[]): DifferenceBlock[] {
  const found: DifferenceBlock[] = []
  let next = 0
  for (const block of removed) {
    const partner =
      removed.length * added.length > pairingMost ? -1 : added.findIndex((one, at) => at >= next && isAlike(block, one))
    const other = added[partner]
    if (other === undefined) {
      found.push(whole(block, 'removed'))
      continue
    }
    found.push(...added.slice(next, partner).map((one) => whole(one, 'added')), changed(block, other))
    next = partner + 1
  }
  return [...found, ...added.slice(next).map((one) => whole(one, 'added'))]
}

function isAlike(one: string, other: string): boolean {
  const [words, others] = [wordSet(one), wordSet(other)]
  const most = Math.max(words.size, others.size)
  if (most === 0) return tagOf(one) === tagOf(other)
  let common = 0
  for (const word of words) if (others.has(word)) common++
  return common / most >= leastAlike
}

function wordSet(block: string): Set<string> {
  return new Set(
    textOf(block)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )
}

function whole(block: string, kind: 'same' | 'added' | 'removed'): DifferenceBlock {
  const text = textOf(block)
  return { kind, tag: tagOf(block), runs: text ? [{ text, kind }] : [] }
}

function changed(before: string, after: string): DifferenceBlock {
  const [from, to] = [textOf(before), textOf(after)]
  const short = from.length + to.length <= charactersMost
  const parts = short ? diffWordsWithSpace(from, to, { maxEditLength: wordEditsMost }) : undefined
  const runs: WordRun[] = parts
    ? parts.map(({ value, added, removed }) => ({ text: value, kind: added ? 'added' : removed ? 'removed' : 'same' }))
    : [
        { text: from, kind: 'removed' },
        { text: to, kind: 'added' },
      ]
  return { kind: 'changed', tag: tagOf(after), runs: runs.filter(({ text }) => text) }
}

function tagOf(block: string): string {
  const tag = /^\s*<([a-z0-9]+)/.exec(block)?.[1] ?? 'p'
  if (tag === 'ul' || tag === 'ol') return 'li'
  return tag === 'p' && wordsOf(block) === '' ? (/<(img)\b/.exec(block)?.[1] ?? 'p') : tag
}

/** Its words; for a block without words, what a picture shows or where a video is. */
function textOf(block: string): string {
  const words = wordsOf(block)
  if (words || !/<(?:img|iframe)\b/.test(block)) return words
  const shown = elements(parseTree(block), 'img', 'iframe')
  return shown.map(({ attributes }) => attributes.alt || (attributes.src ?? '')).join('\n')
}
