import { cellCount, type Grid, peers } from './grid.ts'

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
