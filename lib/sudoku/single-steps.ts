import { bitOf, type Candidates, digitsIn, sizeOf } from './candidates.ts'
import { units } from './grid.ts'
import type { Step } from './step.ts'

const boxesFirst = [...units.slice(18), ...units.slice(0, 18)]

export function nakedSingle(candidates: Candidates): Step | undefined {
  const cell = candidates.findIndex((mask) => sizeOf(mask) === 1)
  if (cell < 0) return undefined
  const [digit = 0] = digitsIn(candidates[cell] as number)
  return { technique: 'Naked Single', cells: [cell], place: { cell, digit }, strike: [] }
}

export function hiddenSingle(candidates: Candidates): Step | undefined {
  // Boxes first: there people see them best.
  for (const unit of boxesFirst) {
    let once = 0
    let more = 0
    for (const cell of unit) {
      const mask = candidates[cell] as number
      more |= once & mask
      once |= mask
    }
    const [digit] = digitsIn(once & ~more)
    if (digit === undefined) continue
    const cell = unit.find((candidate) => (candidates[candidate] as number) & bitOf(digit)) as number
    return { technique: 'Hidden Single', cells: unit, place: { cell, digit }, strike: [] }
  }
  return undefined
}
