import { sizeOf } from './candidates.ts'
import { eliminate, solvedMark } from './elimination.ts'
import { load, stateSize, strike } from './elimination-state.ts'
import { cellCount, type Grid, peers, units } from './grid.ts'
import { lost, reduceSets, sets } from './locked-sets.ts'
import { isSolvedBySingles } from './singles.ts'

/** What a solver may use, each with all before it: singles, locked candidates, pairs and triples, fish and wings. */
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
