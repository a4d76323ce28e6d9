import { bitOf, type Candidates, digitsIn, sizeOf } from './candidates.ts'
import { columnOf, peers, rowOf, units } from './grid.ts'
import { combinations, type Find, inRange, placesOf, type Step, strikes, type TechniqueName } from './step.ts'

const rows = units.slice(0, 9)
const columns = units.slice(9, 18)

/** A digit's places in `size` lines lie in `size` crossing lines only: it leaves the rest of those. */
export function fish(size: 2 | 3, technique: TechniqueName): Find {
  return (candidates) => {
    for (const [lines, crossing, crossOf] of [
      [rows, columns, columnOf],
      [columns, rows, rowOf],
    ] as const) {
      for (let digit = 1; digit <= 9; digit++) {
        const base = lines
          .map((line) => placesOf(candidates, line, digit))
          .filter((places) => inRange(places.length, 2, size))
        for (const chosen of combinations(base, size)) {
          const cells = chosen.flat()
          const crossed = new Set(cells.map(crossOf))
          if (crossed.size !== size) continue
          const strike = [...crossed].flatMap((index) =>
            strikes(candidates, crossing[index] as number[], bitOf(digit), cells),
          )
          if (strike.length > 0) return { technique, cells, strike }
        }
      }
    }
    return undefined
  }
}

/** Three cells of two candidates, XY, XZ and YZ, the first seeing both others: one of these is Z, so what sees both is not. */
export function xyWing(candidates: Candidates): Step | undefined {
  const pairs = Array.from(candidates.keys()).filter((cell) => sizeOf(candidates[cell] as number) === 2)
  for (const pivot of pairs) {
    const mask = candidates[pivot] as number
    const wings = pairs.filter((cell) => sees(pivot, cell) && sizeOf((candidates[cell] as number) & mask) === 1)
    for (const [one = 0, other = 0] of combinations(wings, 2)) {
      const shared = (candidates[one] as number) & (candidates[other] as number)
      const all = mask | (candidates[one] as number) | (candidates[other] as number)
      if (sizeOf(shared) !== 1 || shared & mask || sizeOf(all) !== 3) continue
      const [digit = 0] = digitsIn(shared)
      const strike = Array.from(candidates.keys())
        .filter((cell) => (candidates[cell] as number) & shared && sees(cell, one) && sees(cell, other))
        .map((cell) => ({ cell, digit }))
      if (strike.length > 0) return { technique: 'XY-Wing', cells: [pivot, one, other], strike }
    }
  }
  return undefined
}

const sees = (cell: number, other: number) => peers[cell]?.includes(other) === true
