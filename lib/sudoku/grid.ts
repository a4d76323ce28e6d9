/** 81 cells, row after row from the top left; 0 is empty. */
export type Grid = readonly number[]

export const cellCount = 81
export const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

export const rowOf = (cell: number) => Math.floor(cell / 9)
export const columnOf = (cell: number) => cell % 9
export const boxOf = (cell: number) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3)

const cells = Array.from({ length: cellCount }, (_, cell) => cell)
const nine = Array.from({ length: 9 }, (_, index) => index)

/** The 27 groups of nine cells that hold every digit once: rows, then columns, then boxes. */
export const units: readonly (readonly number[])[] = [rowOf, columnOf, boxOf].flatMap((unitOf) =>
  nine.map((index) => cells.filter((cell) => unitOf(cell) === index)),
)

/** The 20 other cells that share a row, a column or a box with a cell, in order. Made eagerly: pages wait for it. */
export const peers: readonly (readonly number[])[] = cells.map((cell) => {
  const unitsOfCell = [rowOf(cell), 9 + columnOf(cell), 18 + boxOf(cell)]
  const near = new Set(unitsOfCell.flatMap((index) => units[index] ?? []))
  near.delete(cell)
  return [...near].sort((one, other) => one - other)
})

export const emptyGrid: Grid = cells.map(() => 0)

/** Reads 81 characters: digits, and `0` or `.` for an empty cell. @throws Error for anything else. */
export function parseGrid(text: string): Grid {
  if (!/^[0-9.]{81}$/.test(text)) throw new Error('A grid is 81 digits or dots')
  return Array.from(text, (character) => (character === '.' ? 0 : Number(character)))
}

export function formatGrid(grid: Grid): string {
  return grid.join('')
}

/** The cells whose digit appears again in their row, column or box. */
export function conflicts(grid: Grid): Set<number> {
  return new Set(cells.filter((cell) => grid[cell] !== 0 && peers[cell]?.some((other) => grid[other] === grid[cell])))
}

/** Every row, column and box has all nine digits. */
export function isSolved(grid: Grid): boolean {
  return units.every(
    (unit) =>
      new Set(unit.map((cell) => grid[cell] || Number.NaN)).size === 9 && unit.every((cell) => grid[cell] !== 0),
  )
}

// Array.prototype.with is younger than some browsers that are in use.
export function withValue(list: readonly number[], index: number, value: number): number[] {
  const copy = [...list]
  copy[index] = value
  return copy
}

/** The digits that are still possible in each cell: bit digit − 1; 0 for a filled cell. */
export type Candidates = Uint16Array

export function candidatesOf(grid: Grid): Candidates {
  const candidates = new Uint16Array(cellCount)
  for (let cell = 0; cell < cellCount; cell++) {
    if (grid[cell] !== 0) continue
    let seen = 0
    for (const peer of peers[cell] as number[]) if (grid[peer]) seen |= 1 << ((grid[peer] as number) - 1)
    candidates[cell] = ~seen & 511
  }
  return candidates
}

export const bitOf = (digit: number) => 1 << (digit - 1)

const counts = Uint8Array.from({ length: 512 }, (_, mask) => mask.toString(2).replaceAll('0', '').length)

/** The number of digits in a mask. */
export const sizeOf = (mask: number) => counts[mask] as number

const listed = Array.from({ length: 512 }, (_, mask) =>
  Array.from({ length: 9 }, (_, index) => index + 1).filter((digit) => mask & bitOf(digit)),
)

export const digitsIn = (mask: number): readonly number[] => listed[mask] as number[]
