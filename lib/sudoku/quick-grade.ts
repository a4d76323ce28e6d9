import { eliminate, load, solvedMark, stateSize, strike } from './elimination.ts'
import { candidatesOf, cellCount, digitsIn, type Grid, peers, sizeOf, units } from './grid.ts'

/** The techniques that a solver may use, each with all before it: singles, locked candidates, pairs and triples, fish and wings. */
export type Reach = 'singles' | 'locked' | 'subsets' | 'wings'

const state = new Int32Array(stateSize)
const done = new Int32Array(stateSize)
const cells = new Uint16Array(cellCount)

/**
 * Whether techniques within reach solve it; if so it has one solution, as none of them guesses. The answer is the one that
 * the steps in techniques.ts give, but found on whole masks in parallel: a generator asks it hundreds of times.
 */
export function isSolvedWithin(givens: Grid, reach: Reach): boolean {
  if (reach === 'singles') return isSolvedBySingles(givens)
  if (!load(givens, state)) return false
  done.fill(0)
  for (;;) {
    const outcome = eliminate(state, done)
    if (outcome === solvedMark) return true
    if (outcome < 0 || reach === 'locked') return false
    readCells()
    if (strikeSubsets()) continue
    if (reach === 'subsets' || !(strikeFish() || strikeWings())) return false
  }
}

function readCells(): void {
  cells.fill(0)
  for (let at = 0; at < stateSize; at++) {
    const bit = 1 << Math.floor(at / 3)
    const first = (at % 3) * 27
    for (let left = state[at] as number; left !== 0; left &= left - 1) {
      const cell = first + 31 - Math.clz32(left & -left)
      cells[cell] = (cells[cell] as number) | bit
    }
  }
}

function strikeSubsets(): boolean {
  let changed = false
  for (const unit of units) {
    for (let index = 0; index < 9; index++) sets[index] = cells[unit[index] as number] as number
    if (reduceSets()) {
      changed = true
      for (let index = 0; index < 9; index++) strikeDigits(unit[index] as number, lost(index))
    }
    for (let digit = 0; digit < 9; digit++) sets[digit] = placesIn(unit, 1 << digit)
    if (reduceSets()) {
      changed = true
      for (let digit = 0; digit < 9; digit++) strikePlaces(unit, lost(digit), 1 << digit)
    }
  }
  return changed
}

function strikeFish(): boolean {
  let changed = false
  for (const lines of [units.slice(0, 9), units.slice(9, 18)]) {
    for (let bit = 1; bit < 512; bit <<= 1) {
      for (let index = 0; index < 9; index++) sets[index] = placesIn(lines[index] as number[], bit)
      if (!reduceSets()) continue
      changed = true
      for (let index = 0; index < 9; index++) strikePlaces(lines[index] as number[], lost(index), bit)
    }
  }
  return changed
}

/** A cell XY that sees XZ and YZ: what sees both of these is not Z. */
function strikeWings(): boolean {
  let changed = false
  for (let pivot = 0; pivot < cellCount; pivot++) {
    const mask = cells[pivot] as number
    if (sizeOf(mask) !== 2) continue
    const wings = (peers[pivot] as number[]).filter((cell) => {
      const wing = cells[cell] as number
      return sizeOf(wing) === 2 && sizeOf(wing & mask) === 1
    })
    for (const one of wings) {
      for (const other of wings) {
        const shared = (cells[one] as number) & (cells[other] as number) & ~mask
        // Each pair once, and the wings hold one of the pivot's digits each.
        if (other <= one || shared === 0 || ((cells[one] as number) & (cells[other] as number)) !== shared) continue
        for (const cell of peers[one] as number[]) {
          if (((cells[cell] as number) & shared) === 0 || !(peers[other] as number[]).includes(cell)) continue
          strikeDigits(cell, shared)
          changed = true
        }
      }
    }
  }
  return changed
}

function placesIn(unit: readonly number[], bit: number): number {
  let places = 0
  for (let index = 0; index < 9; index++) if ((cells[unit[index] as number] as number) & bit) places |= 1 << index
  return places
}

function strikePlaces(unit: readonly number[], places: number, bit: number): void {
  for (let index = 0; index < 9; index++) if (places & (1 << index)) strikeDigits(unit[index] as number, bit)
}

function strikeDigits(cell: number, mask: number): void {
  cells[cell] = (cells[cell] as number) & ~mask
  for (let digit = 0; digit < 9; digit++) if (mask & (1 << digit)) strike(state, cell, digit)
}

/** Whether cells with one candidate and digits with one place in a unit are all that it takes. */
function isSolvedBySingles(givens: Grid): boolean {
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

// Pairs, triples and fish are one pattern. Cells and their digits: naked subsets. Digits and their cells: hidden ones. A
// digit's rows and their columns, or the reverse: fish.

/** Nine sets of nine elements, as masks; filled in before each reduction, which so allocates nothing. */
const sets = new Uint16Array(9)
const before = new Uint16Array(9)

/** If two or three sets have only as many elements between them, the others lose these. @returns whether any did. */
function reduceSets(): boolean {
  before.set(sets)
  for (let one = 0; one < 8; one++) {
    if (!isSmall(one)) continue
    for (let two = one + 1; two < 9; two++) {
      if (!isSmall(two)) continue
      const pair = (sets[one] as number) | (sets[two] as number)
      const size = sizeOf(pair)
      if (size === 2) leaveOthers(pair, (1 << one) | (1 << two))
      if (size > 3) continue
      for (let three = two + 1; three < 9; three++) {
        if (!isSmall(three)) continue
        const all = pair | (sets[three] as number)
        if (sizeOf(all) === 3) leaveOthers(all, (1 << one) | (1 << two) | (1 << three))
      }
    }
  }
  return sets.some((set, index) => set !== before[index])
}

function isSmall(index: number): boolean {
  const size = sizeOf(sets[index] as number)
  return size === 2 || size === 3
}

function leaveOthers(elements: number, members: number): void {
  for (let index = 0; index < 9; index++) {
    if ((members & (1 << index)) === 0) sets[index] = (sets[index] as number) & ~elements
  }
}

/** The elements that the last reduction took from a set. */
function lost(index: number): number {
  return (before[index] as number) & ~(sets[index] as number)
}
