import {
  allCells,
  bands,
  cellsOfColumns,
  cellsOfPattern,
  digitsOfGrid,
  isSingle,
  placeable,
  rowBits,
  stateSize,
  triples,
} from './elimination-state.ts'
import { cellCount } from './grid.ts'

// The results of an elimination besides a cell to guess in.
export const solvedMark = 1_000
const contradiction = -1
const changedMark = -2

/**
 * Takes away what singles and locked candidates rule out until nothing changes. `done` is the last settled state,
 * so that nothing is examined twice; zeros if nothing was.
 * @returns a cell to guess in, `solvedMark`, or something negative if there is no solution.
 */
export function eliminate(state: Int32Array, done: Int32Array): number {
  for (;;) {
    for (let digit = 0; digit < digitsOfGrid; digit++) if (!settle(state, done, digit * 3)) return contradiction
    const outcome = findSingles(state)
    if (outcome !== changedMark) return outcome
  }
}

/** Reduces one digit's candidates to those that can be placed in every row, column and box. */
function settle(state: Int32Array, done: Int32Array, at: number): boolean {
  let a = state[at] as number
  let b = state[at + 1] as number
  let c = state[at + 2] as number
  if (a === done[at] && b === done[at + 1] && c === done[at + 2]) return true
  for (;;) {
    const beforeA = a
    const beforeB = b
    const beforeC = c
    a &= inBand(a)
    b &= inBand(b)
    c &= inBand(c)
    const columnsA = (a | (a >>> 9) | (a >>> 18)) & rowBits
    const columnsB = (b | (b >>> 9) | (b >>> 18)) & rowBits
    const columnsC = (c | (c >>> 9) | (c >>> 18)) & rowBits
    const left = placeable[(columnsA & 7) | ((columnsB & 7) << 3) | ((columnsC & 7) << 6)] as number
    const middle = placeable[
      ((columnsA >>> 3) & 7) | (((columnsB >>> 3) & 7) << 3) | (((columnsC >>> 3) & 7) << 6)
    ] as number
    const right = placeable[(columnsA >>> 6) | ((columnsB >>> 6) << 3) | ((columnsC >>> 6) << 6)] as number
    if (left === 0 || middle === 0 || right === 0) return false
    a &= cellsOfColumns[(left & 7) | ((middle & 7) << 3) | ((right & 7) << 6)] as number
    b &= cellsOfColumns[((left >>> 3) & 7) | (((middle >>> 3) & 7) << 3) | (((right >>> 3) & 7) << 6)] as number
    c &= cellsOfColumns[(left >>> 6) | ((middle >>> 6) << 3) | ((right >>> 6) << 6)] as number
    if (a === beforeA && b === beforeB && c === beforeC) break
  }
  if (a === 0 || b === 0 || c === 0) return false
  state[at] = done[at] = a
  state[at + 1] = done[at + 1] = b
  state[at + 2] = done[at + 2] = c
  return true
}

function inBand(cells: number): number {
  const pattern =
    (triples[cells & rowBits] as number) |
    ((triples[(cells >>> 9) & rowBits] as number) << 3) |
    ((triples[cells >>> 18] as number) << 6)
  return cellsOfPattern[placeable[pattern] as number] as number
}

/** Cells with one candidate, and digits with one place in a row; @returns what `eliminate` does, or `changedMark`. */
function findSingles(state: Int32Array): number {
  let changed = false
  let open = 0
  let guess = -1
  for (let band = 0; band < bands; band++) {
    let one = 0
    let two = 0
    let three = 0
    let placed = 0
    let clash = 0
    for (let at = band; at < stateSize; at += 3) {
      const cells = state[at] as number
      three |= two & cells
      two |= one & cells
      one |= cells
      const fixed = fixedIn(cells)
      clash |= placed & fixed
      placed |= fixed
    }
    if (one !== allCells || clash !== 0) return contradiction
    const naked = one & ~two
    if ((two | placed) === 0) continue
    for (let at = band; at < stateSize; at += 3) {
      const cells = state[at] as number
      // Where a digit has its only place, no other digit stays.
      let next = cells & ~(placed & ~fixedIn(cells))
      const alone = next & naked
      if (alone !== 0) next = onlyIn(next, alone)
      if (next !== cells) {
        state[at] = next
        changed = true
      }
    }
    open |= two
    if (guess < 0 && two !== 0) {
      const pair = two & ~three
      guess = band * 27 + (pair !== 0 ? lowest(pair) : lowest(two))
      if (pair === 0) guess = -1
    }
  }
  if (changed) return changedMark
  if (open === 0) return solvedMark
  return guess >= 0 ? guess : fewest(state)
}

/** The cells that are their digit's only place in their row. */
function fixedIn(cells: number): number {
  const top = cells & rowBits
  const middle = (cells >>> 9) & rowBits
  const bottom = cells >>> 18
  return (isSingle[top] ? top : 0) | (isSingle[middle] ? middle << 9 : 0) | (isSingle[bottom] ? bottom << 18 : 0)
}

/** Takes a row's other candidates away from cells that have only one left. */
function onlyIn(cells: number, alone: number): number {
  let next = cells
  for (let shift = 0; shift < 27; shift += 9) {
    const inRow = alone & (rowBits << shift)
    if (inRow !== 0) next = (next & ~(rowBits << shift)) | inRow
  }
  return next
}

function lowest(mask: number): number {
  return 31 - Math.clz32(mask & -mask)
}

function fewest(state: Int32Array): number {
  let best = -1
  let bestCount = 10
  for (let cell = 0; cell < cellCount; cell++) {
    const band = Math.floor(cell / 27)
    const bit = 1 << (cell % 27)
    let count = 0
    for (let at = band; at < stateSize; at += 3) if ((state[at] as number) & bit) count++
    if (count > 1 && count < bestCount) {
      best = cell
      bestCount = count
      if (count === 2) break
    }
  }
  return best
}
