import { diffArrays } from 'diff'

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
