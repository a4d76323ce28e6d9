import { cellCount, emptyGrid, type Grid, withValue } from './grid.ts'
import type { LevelName } from './levels.ts'
import { isSolvedWithin, type Reach } from './quick-grade.ts'
import { seededRandom, shuffled } from './random.ts'
import { canLose, search } from './solver.ts'
import { storedPuzzle } from './stored-puzzles.ts'

export type Puzzle = {
  level: LevelName
  /** Makes the same puzzle again, everywhere. */
  seed: string
  /** 0 for cells that the player fills in. */
  givens: Grid
  solution: Grid
}

const removalChance = 0.5

/** The puzzle of a level and a seed: always the same one, with exactly one solution. */
export function generate(level: LevelName, seed: string): Puzzle {
  const random = seededRandom(`${level}:${seed}`)
  if (level === 'classic') return { level, seed, ...classic(random) }
  return { level, seed, ...graded(level, fullGrid(random), random) }
}

/** The specification's rule: each cell is removed with about 50 % chance, and only while the solution stays unique. */
function classic(random: () => number): Pick<Puzzle, 'givens' | 'solution'> {
  const solution = fullGrid(random)
  const givens = [...solution]
  for (const cell of shuffled(cellCount, random)) {
    if (random() >= removalChance) continue
    if (canLose(givens, cell)) givens[cell] = 0
  }
  return { givens, solution }
}

function fullGrid(random: () => number): Grid {
  const { solution } = search(emptyGrid, { most: 1, choose: (count) => Math.floor(random() * count) })
  if (!solution) throw new Error('An empty grid has solutions')
  return solution
}

type GradedLevel = Exclude<LevelName, 'classic'>

/** The reach that solves a level's puzzles, and one that does not: so the hardest step is one of the level's own. */
const reaches: Record<GradedLevel, { within: Reach; beyond?: Reach }> = {
  easy: { within: 'singles' },
  medium: { within: 'locked', beyond: 'singles' },
  hard: { within: 'subsets', beyond: 'locked' },
  expert: { within: 'wings', beyond: 'subsets' },
}

// Bounds the time: one solution is tried this often, then a stored puzzle is rearranged instead.
const rounds = 8
const ordersEach = 6
const givenBackEach = 15

/** A puzzle of the level. It is solved within reach without guessing, so it has one solution. */
function graded(level: GradedLevel, full: Grid, random: () => number): { givens: Grid; solution: Grid } {
  const givens = reduced(level, full, random)
  if (givens || level === 'easy') return { givens: givens ?? full, solution: full }
  const other = storedPuzzle(level, random)
  const { solution } = search(other)
  if (!solution) throw new Error('A kept puzzle has a solution')
  return { givens: other, solution }
}

function reduced(level: GradedLevel, solution: Grid, random: () => number): Grid | undefined {
  const { within, beyond } = reaches[level]
  const isEasy = within === 'singles' || within === 'locked'
  // If singles and locked candidates are all that is allowed, nothing is taken away that needs more.
  const mayLose = isEasy
    ? (givens: Grid, cell: number) => isSolvedWithin(withValue(givens, cell, 0), 'locked')
    : canLose
  const puzzle = [...solution]
  takeHandfuls(puzzle, random)
  for (let round = 0; round < rounds; round++) {
    if (round > 0) restoreGivens(puzzle, solution, random)
    for (const cell of shuffled(cellCount, random)) {
      if (puzzle[cell] !== 0 && mayLose(puzzle, cell)) puzzle[cell] = 0
    }
    if (beyond && isSolvedWithin(puzzle, beyond)) continue
    for (let order = 0; order < ordersEach; order++) {
      const givens = leastBack(puzzle, solution, random, within)
      if (!beyond || !isSolvedWithin(givens, beyond)) return givens
    }
  }
  return undefined
}

/** The first forty or so cells are nearly always free to go: ten at a time, while even simple steps bring them back. */
function takeHandfuls(puzzle: number[], random: () => number): void {
  const order = shuffled(cellCount, random)
  for (let first = 0; first < 50; first += 10) {
    const handful = order.slice(first, first + 10)
    const digits = handful.map((cell) => puzzle[cell] as number)
    for (const cell of handful) puzzle[cell] = 0
    if (isSolvedWithin(puzzle, 'locked')) continue
    for (const [index, cell] of handful.entries()) puzzle[cell] = digits[index] as number
    return
  }
}

function restoreGivens(puzzle: number[], solution: Grid, random: () => number): void {
  for (const cell of shuffled(cellCount, random).slice(0, givenBackEach)) puzzle[cell] = solution[cell] as number
}

/** Gives cells back in an order, as few as it takes to be solved within reach: more never make a puzzle harder. */
function leastBack(puzzle: Grid, solution: Grid, random: () => number, within: Reach): Grid {
  const removed = shuffled(cellCount, random).filter((cell) => puzzle[cell] === 0)
  const withBack = (count: number) => {
    const givens = [...puzzle]
    for (const cell of removed.slice(0, count)) givens[cell] = solution[cell] as number
    return givens
  }
  let tooFew = -1
  let enough = removed.length
  while (enough - tooFew > 1) {
    // Mostly a few are enough, so the search looks near the beginning first.
    const middle = tooFew < 0 ? 0 : Math.min((tooFew + enough) >> 1, tooFew * 2 + 1)
    if (isSolvedWithin(withBack(middle), within)) enough = middle
    else tooFew = middle
  }
  return withBack(enough)
}
