import { digits as allDigits, bitOf, type Candidates, columnOf, digitsIn, peers, rowOf, sizeOf, units } from './grid.ts'

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

/** Steps of one technique; one that neither places a digit nor strikes any out is none. */
type Find = (candidates: Candidates) => Iterable<Omit<Step, 'technique'>>

type Technique = { name: TechniqueName; meaning: string; find: Find }

/**
 * The steps by which people solve, from the easiest to the hardest; a step is always looked for in this order. Names and
 * definitions are HoDoKu's (hodoku.sourceforge.net, "Solving Techniques").
 */
export const techniques: readonly Technique[] = [
  {
    name: 'Naked Single',
    meaning: 'A cell has only one possible digit left.',
    find: nakedSingle,
  },
  {
    name: 'Hidden Single',
    meaning: 'A digit has only one possible cell left in a row, column or box.',
    find: hiddenSingle,
  },
  {
    name: 'Locked Candidates',
    meaning:
      'In a box, a digit fits only in one row or column, so it can’t be elsewhere in that line; or the other way round.',
    find: lockedCandidates,
  },
  {
    name: 'Naked Pair',
    meaning: 'Two cells of a row, column or box share the same two candidates, so no other cell there can hold them.',
    find: nakedSubset(2),
  },
  {
    name: 'Hidden Pair',
    meaning: 'Two digits fit only in the same two cells of a row, column or box, so no other digit can go there.',
    find: hiddenSubset(2),
  },
  {
    name: 'Naked Triple',
    meaning:
      'Three cells of a row, column or box share three candidates between them, so no other cell there can hold them.',
    find: nakedSubset(3),
  },
  {
    name: 'Hidden Triple',
    meaning: 'Three digits fit only in the same three cells of a row, column or box, so no other digit can go there.',
    find: hiddenSubset(3),
  },
  {
    name: 'X-Wing',
    meaning:
      'In two rows, a digit fits only in the same two columns, so it can’t be elsewhere in those; or the other way round.',
    find: fish(2),
  },
  {
    name: 'Swordfish',
    meaning: 'An X-Wing with three rows and three columns.',
    find: fish(3),
  },
  {
    name: 'XY-Wing',
    meaning:
      'A cell with two candidates sees two others, each with one of them and the same third digit. A cell that sees both can’t be that digit.',
    find: xyWing,
  },
]

export function meaningOf(name: TechniqueName): string {
  return techniques.find((technique) => technique.name === name)?.meaning ?? ''
}

const boxesFirst = [...units.slice(18), ...units.slice(0, 18)]

function* nakedSingle(candidates: Candidates) {
  const cell = candidates.findIndex((mask) => sizeOf(mask) === 1)
  if (cell < 0) return
  const [digit = 0] = digitsIn(candidates[cell] as number)
  yield { cells: [cell], place: { cell, digit }, strike: [] }
}

function* hiddenSingle(candidates: Candidates) {
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
    yield { cells: unit, place: { cell, digit }, strike: [] }
  }
}

/** A digit's places in one unit all lie in a second one: it leaves the rest of the second (pointing and claiming). */
function* lockedCandidates(candidates: Candidates) {
  for (const unit of units) {
    for (const digit of digitsIn(unionOf(candidates, unit))) {
      const cells = placesOf(candidates, unit, digit)
      if (!inRange(cells.length, 2, 3)) continue
      for (const shared of units) {
        if (shared === unit || !cells.every((cell) => shared.includes(cell))) continue
        yield { cells, strike: strikes(candidates, shared, bitOf(digit), cells) }
      }
    }
  }
}

/** `size` cells of a unit hold `size` digits between them: those leave the unit's other cells. */
function nakedSubset(size: 2 | 3): Find {
  return function* (candidates) {
    for (const unit of units) {
      const open = unit.filter((cell) => inRange(sizeOf(candidates[cell] as number), 2, size))
      for (const cells of combinations(open, size)) {
        const mask = unionOf(candidates, cells)
        if (sizeOf(mask) === size) yield { cells, strike: strikes(candidates, unit, mask, cells) }
      }
    }
  }
}

/** `size` digits of a unit have only `size` cells between them: everything else leaves those cells. */
function hiddenSubset(size: 2 | 3): Find {
  return function* (candidates) {
    for (const unit of units) {
      const scarce = allDigits.filter((digit) => inRange(placesOf(candidates, unit, digit).length, 2, size))
      for (const digits of combinations(scarce, size)) {
        const mask = digits.reduce((union, digit) => union | bitOf(digit), 0)
        const cells = unit.filter((cell) => (candidates[cell] as number) & mask)
        if (cells.length === size) yield { cells, strike: strikes(candidates, cells, ~mask, []) }
      }
    }
  }
}

const rows = units.slice(0, 9)
const columns = units.slice(9, 18)

/** A digit's places in `size` lines lie in `size` crossing lines only: it leaves the rest of those. */
function fish(size: 2 | 3): Find {
  return function* (candidates) {
    for (const [lines, crossing, crossOf] of [
      [rows, columns, columnOf],
      [columns, rows, rowOf],
    ] as const) {
      for (const digit of allDigits) {
        const base = lines
          .map((line) => placesOf(candidates, line, digit))
          .filter((places) => inRange(places.length, 2, size))
        for (const chosen of combinations(base, size)) {
          const cells = chosen.flat()
          const crossed = new Set(cells.map(crossOf))
          if (crossed.size !== size) continue
          const others = [...crossed].flatMap((index) => crossing[index] as number[])
          yield { cells, strike: strikes(candidates, others, bitOf(digit), cells) }
        }
      }
    }
  }
}

/** Three cells of two candidates, XY, XZ and YZ, the first seeing both others: one of these is Z, so what sees both is not. */
function* xyWing(candidates: Candidates) {
  const cells = [...candidates.keys()]
  const pairs = cells.filter((cell) => sizeOf(candidates[cell] as number) === 2)
  for (const pivot of pairs) {
    const mask = candidates[pivot] as number
    const wings = pairs.filter((cell) => sees(pivot, cell) && sizeOf((candidates[cell] as number) & mask) === 1)
    for (const [one = 0, other = 0] of combinations(wings, 2)) {
      const shared = (candidates[one] as number) & (candidates[other] as number)
      const all = mask | (candidates[one] as number) | (candidates[other] as number)
      if (sizeOf(shared) !== 1 || shared & mask || sizeOf(all) !== 3) continue
      const seen = cells.filter((cell) => sees(cell, one) && sees(cell, other))
      yield { cells: [pivot, one, other], strike: strikes(candidates, seen, shared, []) }
    }
  }
}

const sees = (cell: number, other: number) => peers[cell]?.includes(other) === true

function unionOf(candidates: Candidates, cells: readonly number[]): number {
  return cells.reduce((union, cell) => union | (candidates[cell] as number), 0)
}

function placesOf(candidates: Candidates, unit: readonly number[], digit: number): number[] {
  return unit.filter((cell) => (candidates[cell] as number) & bitOf(digit))
}

function strikes(candidates: Candidates, unit: readonly number[], mask: number, but: readonly number[]) {
  return unit
    .filter((cell) => !but.includes(cell))
    .flatMap((cell) => digitsIn((candidates[cell] as number) & mask).map((digit) => ({ cell, digit })))
}

const inRange = (value: number, least: number, most: number) => value >= least && value <= most

function* combinations<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let index = from; index <= items.length - size; index++) {
    for (const rest of combinations(items, size - 1, index + 1)) yield [items[index] as T, ...rest]
  }
}
