import { digitsOfGrid, eliminate, load, place, read, solvedMark, stateSize, strike } from './elimination.ts'
import { cellCount, type Grid, withValue } from './grid.ts'

// One search at a time, so its memory is made once: a state for every depth.
const states = Array.from({ length: cellCount + 1 }, () => new Int32Array(stateSize))
const settled = Array.from({ length: cellCount + 1 }, () => new Int32Array(stateSize))

export type Search = {
  /** How many solutions were found: at most `most`. */
  solutions: number
  /** The first one. */
  solution: Grid | undefined
  /** How many guesses it took. */
  nodes: number
  /** The bound on guesses was met: there may be more solutions than were found. */
  cutOff: boolean
}

type Options = {
  most?: number
  nodesMost?: number
  choose?: (count: number) => number
  /** Only solutions that do not have this digit in this cell. */
  without?: { cell: number; digit: number }
}

/**
 * Looks for solutions by elimination (naked and hidden singles, locked candidates) and by guessing in the cell with the
 * fewest candidates. It stops at `most` solutions (2 proves that there is not one alone) or after `nodesMost` guesses, so
 * that no grid can hang it. `choose` picks which of a cell's candidates is tried first.
 */
export function search(grid: Grid, options: Options = {}): Search {
  const { first, ...found } = run(grid, options)
  return { ...found, solution: first && read(first) }
}

export function hasOneSolution(grid: Grid): boolean {
  const { solutions, cutOff } = run(grid, {})
  return solutions === 1 && !cutOff
}

/** Whether a puzzle with one solution still has one alone when the digit of a cell is taken away from it. */
export function canLose(givens: Grid, cell: number): boolean {
  const digit = givens[cell] as number
  const { solutions, cutOff } = run(withValue(givens, cell, 0), { most: 1, without: { cell, digit } })
  return solutions === 0 && !cutOff
}

type Run = Omit<Search, 'solution'> & { first: Int32Array | undefined }

function run(grid: Grid, { most = 2, nodesMost = 20_000, choose, without }: Options): Run {
  const found: Run = { solutions: 0, first: undefined, nodes: 0, cutOff: false }
  const state = states[0] as Int32Array
  if (!load(grid, state)) return found
  if (without) strike(state, without.cell, without.digit - 1)
  ;(settled[0] as Int32Array).fill(0)
  descend(0, found, { most, nodesMost, choose })
  return found
}

type Limits = { most: number; nodesMost: number; choose: Options['choose'] }

function descend(depth: number, found: Run, limits: Limits): void {
  const { most, nodesMost, choose } = limits
  const state = states[depth] as Int32Array
  const done = settled[depth] as Int32Array
  const open = eliminate(state, done)
  if (open < 0) return
  if (open === solvedMark) {
    found.solutions++
    found.first ??= state.slice()
    return
  }
  const band = Math.floor(open / 27)
  const bit = 1 << (open % 27)
  const candidates: number[] = []
  for (let digit = 0; digit < digitsOfGrid; digit++) {
    if ((state[digit * 3 + band] as number) & bit) candidates.push(digit)
  }
  while (candidates.length > 0) {
    if (found.nodes >= nodesMost) {
      found.cutOff = true
      return
    }
    found.nodes++
    const [digit = 0] = candidates.splice(choose ? choose(candidates.length) : 0, 1)
    const next = states[depth + 1] as Int32Array
    next.set(state)
    ;(settled[depth + 1] as Int32Array).set(done)
    place(next, open, digit)
    descend(depth + 1, found, limits)
    if (found.solutions >= most || found.cutOff) return
  }
}
