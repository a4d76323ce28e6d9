import { wordAtMost } from './excerpt.ts'
import { htmlFault } from './html-tree.ts'
import type { Run } from './inline-runs.ts'
import { plainText } from './plain-text.ts'
import { countWords } from './reading-time.ts'
import { type Block, readBlocks } from './story-blocks.ts'

/** A line may exceed the remaining length by this factor and stay whole. */
const over = 1.3
/** A word without end counts for several. */
const charactersOfWord = 12
/** A block without words (a picture) counts as this many. */
const wordsOfPicture = 30

/**
 * How a story begins: its first blocks, about so many words. A paragraph that would go far beyond ends at a word with `…`,
 * a list at a line. Nothing of HTML beyond the bounds.
 */
export function firstBlocks(html: string, words: number): Block[] {
  const blocks: Block[] = []
  let left = words
  for (const block of htmlFault(html) ? [] : readBlocks(html)) {
    if (left <= 0) break
    const shown = shorten(block, left)
    blocks.push(shown)
    left -= sizeOfBlock(shown)
  }
  // A heading promises what follows it.
  while (isHeading(blocks.at(-1))) blocks.pop()
  return blocks
}

function shorten(block: Block, words: number): Block {
  if (block.kind === 'text') return { ...block, line: { ...block.line, runs: cutRuns(block.line.runs, words) } }
  if (block.kind === 'quote' || block.kind === 'list') {
    let left = words
    const lines = block.lines.flatMap((line) => {
      if (left <= 0) return []
      const runs = cutRuns(line.runs, left)
      left -= sizeOfRuns(runs)
      return [{ ...line, runs }]
    })
    return { ...block, lines } as Block
  }
  if (block.kind === 'code') return { ...block, text: wordAtMost(block.text, words * 8) }
  return block
}

function cutRuns(runs: readonly Run[], words: number): Run[] {
  if (sizeOfRuns(runs) <= words * over) return [...runs]
  const kept: Run[] = []
  let left = words
  for (const run of runs) {
    if (left <= 0) break
    const size = 'text' in run ? sizeOf(run.text) : sizeOfRuns([run])
    if ('text' in run && size >= left) return [...kept, { ...run, text: `${firstWords(run.text, left)}…` }]
    kept.push(run)
    left -= size
  }
  return kept
}

/** Strips the space and the punctuation mark after the last word. */
function firstWords(text: string, words: number): string {
  const parts = text.slice(0, words * charactersOfWord).split(/(\s+)/)
  let [length, count] = [0, 0]
  for (const part of parts) {
    const of = sizeOf(part)
    // In a script without spaces one part may be the whole text.
    if (count + of > words)
      return text
        .slice(0, length || words * 2)
        .toWellFormed()
        .trimEnd()
    count += of
    length += part.length
    if (count >= words) break
  }
  return text.slice(0, length).replace(/[\s.,;:!?…–—-]+$/u, '')
}

/** In words. */
function sizeOf(text: string): number {
  return Math.max(countWords(text), Math.floor(text.length / charactersOfWord))
}

function sizeOfBlock(block: Block): number {
  if (block.kind === 'text') return sizeOfRuns(block.line.runs)
  if (block.kind === 'quote' || block.kind === 'list') {
    const lines: readonly { runs: readonly Run[] }[] = block.lines
    return lines.reduce((sum, { runs }) => sum + sizeOfRuns(runs), 0)
  }
  if (block.kind === 'code') return sizeOf(block.text)
  return (block.kind === 'kept' && sizeOf(plainText(block.html))) || wordsOfPicture
}

/** Empty lines count too, so that a run of them reaches the limit. */
function sizeOfRuns(runs: readonly Run[]): number {
  const pictures = runs.filter((run) => 'image' in run).length * wordsOfPicture
  return Math.max(1, pictures + sizeOf(runs.map((run) => ('text' in run ? run.text : ' ')).join('')))
}

function isHeading(block: Block | undefined): boolean {
  return block?.kind === 'text' && /^h[1-6]$/.test(block.tag)
}
