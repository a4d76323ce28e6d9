import { bitOf, type Candidates, digitsIn, sizeOf } from './candidates.ts'
import { digits as allDigits, boxOf, columnOf, rowOf, units } from './grid.ts'
import { combinations, type Find, inRange, placesOf, type Step, strikes, type TechniqueName } from './step.ts'

/** A digit's places in one unit all lie in a second one: it leaves the rest of the second (pointing and claiming). */
export function lockedCandidates(candidates: Candidates): Step | undefined {
  for (const unit of units) {
    for (const digit of digitsIn(unit.reduce((union, cell) => union | (candidates[cell] as number), 0))) {
      const places = placesOf(candidates, unit, digit)
      if (places.length < 2 || places.length > 3) continue
      for (const shared of sharedUnits(places)) {
        if (shared === unit) continue
        const strike = strikes(candidates, shared, bitOf(digit), places)
        if (strike.length > 0) return { technique: 'Locked Candidates', cells: places, strike }
      }
    }
  }
  return undefined
}

/** `size` cells of a unit hold `size` digits between them: those leave the unit's other cells. */
export function nakedSubset(size: 2 | 3, technique: TechniqueName): Find {
  return (candidates) => {
    for (const unit of units) {
      const open = unit.filter((cell) => inRange(sizeOf(candidates[cell] as number), 2, size))
      for (const cells of combinations(open, size)) {
        const mask = cells.reduce((union, cell) => union | (candidates[cell] as number), 0)
        if (sizeOf(mask) !== size) continue
        const strike = strikes(candidates, unit, mask, cells)
        if (strike.length > 0) return { technique, cells, strike }
      }
    }
    return undefined
  }
}

/** `size` digits of a unit have only `size` cells between them: everything else leaves those cells. */
export function hiddenSubset(size: 2 | 3, technique: TechniqueName): Find {
  return (candidates) => {
    for (const unit of units) {
      const scarce = allDigits.filter((digit) => inRange(placesOf(candidates, unit, digit).length, 2, size))
      for (const digits of combinations(scarce, size)) {
        const mask = digits.reduce((union, digit) => union | bitOf(digit), 0)
        const cells = unit.filter((cell) => (candidates[cell] as number) & mask)
        if (cells.length !== size) continue
        const strike = cells.flatMap((cell) =>
          digitsIn((candidates[cell] as number) & ~mask).map((digit) => ({ cell, digit })),
        )
        if (strike.length > 0) return { technique, cells, strike }
      }
    }
    return undefined
  }
}

function sharedUnits(cells: readonly number[]): (readonly number[])[] {
  const shared: (readonly number[])[] = []
  for (const [group, unitOf] of [
    [units.slice(0, 9), rowOf],
    [units.slice(9, 18), columnOf],
    [units.slice(18), boxOf],
  ] as const) {
    const [index = 0, ...others] = cells.map(unitOf)
    if (others.every((other) => other === index)) shared.push(group[index] as number[])
  }
  return shared
}
