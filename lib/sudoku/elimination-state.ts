import { cellCount, type Grid } from './grid.ts'

// Look-up tables for the elimination. The candidates of one digit in one band (three rows) are 27 bits:
// bit 9 × row + column.

export const rowBits = 511

/** 9 bits → which of its three triples have any. */
export const triples = Uint8Array.from({ length: 512 }, (_, row) => {
  return ((row & 7) !== 0 ? 1 : 0) | ((row & 56) !== 0 ? 2 : 0) | ((row & 448) !== 0 ? 4 : 0)
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
export const placeable = Uint16Array.from({ length: 512 }, (_, pattern) => {
  return ways.filter((way) => (way & pattern) === way).reduce((union, way) => union | way, 0)
})

/** 9 bits of rows × boxes → the 27 cells that they represent. */
export const cellsOfPattern = Int32Array.from({ length: 512 }, (_, pattern) => {
  let mask = 0
  for (let triple = 0; triple < 9; triple++) {
    if (pattern & (1 << triple)) mask |= 7 << (Math.floor(triple / 3) * 9 + (triple % 3) * 3)
  }
  return mask
})

/** 9 columns → the 27 cells of a band in them. */
export const cellsOfColumns = Int32Array.from(
  { length: 512 },
  (_, columns) => columns | (columns << 9) | (columns << 18),
)

export const isSingle = Uint8Array.from({ length: 512 }, (_, row) => (row !== 0 && (row & (row - 1)) === 0 ? 1 : 0))

// The candidates of one digit in one band (three rows) are 27 bits: bit 9 × row + column. Nine digits in three bands are
// the whole state, index digit × 3 + band (digits from 0 here), so that eliminations are a few operations on small integers.

export const digitsOfGrid = 9
export const bands = 3
export const stateSize = digitsOfGrid * bands
export const allCells = (1 << 27) - 1

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
