import { bitOf, type Candidates, digitsIn } from './candidates.ts'

export type TechniqueName =
  | 'Naked Single'
  | 'Hidden Single'
  | 'Locked Candidates'
  | 'Naked Pair'
  | 'Hidden Pair'
  | 'Naked Triple'
  | 'Hidden Triple'
  | 'X-Wing'
  | 'Swordfish'
  | 'XY-Wing'

/** One step: a digit to place, or candidates to strike out; `cells` are the ones that show why. */
export type Step = {
  technique: TechniqueName
  cells: readonly number[]
  place?: { cell: number; digit: number }
  strike: readonly { cell: number; digit: number }[]
}

export type Find = (candidates: Candidates) => Step | undefined

export function placesOf(candidates: Candidates, unit: readonly number[], digit: number): number[] {
  return unit.filter((cell) => (candidates[cell] as number) & bitOf(digit))
}

export function strikes(candidates: Candidates, unit: readonly number[], mask: number, but: readonly number[]) {
  return unit
    .filter((cell) => !but.includes(cell))
    .flatMap((cell) => digitsIn((candidates[cell] as number) & mask).map((digit) => ({ cell, digit })))
}

export const inRange = (value: number, least: number, most: number) => value >= least && value <= most

export function* combinations<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let index = from; index <= items.length - size; index++) {
    for (const rest of combinations(items, size - 1, index + 1)) yield [items[index] as T, ...rest]
  }
}
