import { graded } from './graded.ts'
import { cellCount, emptyGrid, type Grid } from './grid.ts'
import type { LevelName } from './levels.ts'
import { seededRandom, shuffled } from './random.ts'
import { canLose, search } from './solver.ts'

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
