import { rowBits } from './elimination-tables.ts'
import { cellCount, type Grid } from './grid.ts'

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
