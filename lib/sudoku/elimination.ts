import { cellCount, type Grid } from './grid.ts'

// The candidates of one digit in one band (three rows) are 27 bits: bit 9 × row + column. Nine digits in three bands are
// the whole state, index digit × 3 + band (digits from 0 here), so that eliminations are a few operations on small integers.

export const digitsOfGrid = 9
const bands = 3
export const stateSize = digitsOfGrid * bands
const allCells = (1 << 27) - 1
const rowBits = 511

/** 9 bits → which of its three triples have any. */
const triples = Uint8Array.from({ length: 512 }, (_, row) => {
  return (row & 7 ? 1 : 0) | (row & 56 ? 2 : 0) | (row & 448 ? 4 : 0)
})

/** The six ways to put a digit once into every line and every column of a 3 × 3 pattern. */
const ways = [
  [0, 4, 8],
  [0, 5, 7],
  [1, 3, 8],
  [1, 5, 6],
  [2, 3, 7],
  [2, 4, 6],
].map(([a = 0, b = 0, c = 0]) => (1 << a) | (1 << b) | (1 << c))

/**
 * A 3 × 3 pattern of where a digit can be (rows × boxes of a band, or bands × columns of a stack) → the places that are
 * part of some way to put it once into every line and every column; 0 if there is none. This is what players call
 * locked candidates, in both directions at once.
 */
const placeable = Uint16Array.from({ length: 512 }, (_, pattern) => {
  return ways.filter((way) => (way & pattern) === way).reduce((union, way) => union | way, 0)
})

/** 9 bits of rows × boxes → the 27 cells that they represent. */
const cellsOfPattern = Int32Array.from({ length: 512 }, (_, pattern) => {
  let mask = 0
  for (let triple = 0; triple < 9; triple++) {
    if (pattern & (1 << triple)) mask |= 7 << (Math.floor(triple / 3) * 9 + (triple % 3) * 3)
  }
  return mask
})

/** 9 columns → the 27 cells of a band in them. */
const cellsOfColumns = Int32Array.from({ length: 512 }, (_, columns) => columns | (columns << 9) | (columns << 18))

const isSingle = Uint8Array.from({ length: 512 }, (_, row) => (row !== 0 && (row & (row - 1)) === 0 ? 1 : 0))

/** Puts a grid into a state. @returns false if two of its digits clash within a cell's own candidates. */
export function load(grid: Grid, state: Int32Array): boolean {
  state.fill(allCells)
  for (let cell = 0; cell < cellCount; cell++) {
    const digit = (grid[cell] ?? 0) - 1
    if (digit < 0) continue
    if (((state[digit * 3 + Math.floor(cell / 27)] as number) & (1 << (cell % 27))) === 0) return false
    place(state, cell, digit)
  }
  return true
}

/** Leaves one digit in a cell and takes it from the rest of the row; columns and boxes follow by elimination. */
export function place(state: Int32Array, cell: number, digit: number): void {
  const band = Math.floor(cell / 27)
  const bit = 1 << (cell % 27)
  for (let other = 0; other < digitsOfGrid; other++) (state[other * 3 + band] as number) &= ~bit
  const row = rowBits << (Math.floor((cell % 27) / 9) * 9)
  state[digit * 3 + band] = ((state[digit * 3 + band] as number) & ~row) | bit
}

/** Takes a digit from a cell's candidates. */
export function strike(state: Int32Array, cell: number, digit: number): void {
  ;(state[digit * 3 + Math.floor(cell / 27)] as number) &= ~(1 << (cell % 27))
}

/** The grid of a state in which every cell has one candidate. */
export function read(state: Int32Array): Grid {
  const grid = new Array<number>(cellCount).fill(0)
  for (let cell = 0; cell < cellCount; cell++) {
    const bit = 1 << (cell % 27)
    for (let digit = 0; digit < digitsOfGrid; digit++) {
      if ((state[digit * 3 + Math.floor(cell / 27)] as number) & bit) grid[cell] = digit + 1
    }
  }
  return grid
}

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
