import { candidatesOf, digitsIn, sizeOf } from './candidates.ts'
import { type Grid, peers, units } from './grid.ts'

/** Whether cells with one candidate and digits with one place in a unit are all that it takes. */
export function isSolvedBySingles(givens: Grid): boolean {
  const candidates = candidatesOf(givens)
  let open = givens.filter((digit) => digit === 0).length
  const place = (cell: number, bit: number) => {
    open--
    candidates[cell] = 0
    for (const peer of peers[cell] as number[]) candidates[peer] = (candidates[peer] as number) & ~bit
  }
  for (let before = -1; open > 0 && open !== before; ) {
    before = open
    for (const unit of units) {
      let once = 0
      let more = 0
      for (const cell of unit) {
        const mask = candidates[cell] as number
        if (sizeOf(mask) === 1) place(cell, mask)
      }
      for (const cell of unit) {
        const mask = candidates[cell] as number
        more |= once & mask
        once |= mask
      }
      for (const digit of digitsIn(once & ~more)) {
        const bit = 1 << (digit - 1)
        const cell = unit.find((candidate) => (candidates[candidate] as number) & bit)
        if (cell !== undefined) place(cell, bit)
      }
    }
  }
  return open === 0
}
