import { generate } from '#lib/sudoku/generate.ts'
import { parseGrid } from '#lib/sudoku/grid.ts'
import { levels } from '#lib/sudoku/levels.ts'
import { seededRandom } from '#lib/sudoku/random.ts'
import { hasOneSolution, search } from '#lib/sudoku/solver.ts'
import { rearranged } from '#lib/sudoku/stored-puzzles.ts'
import { seventeenClues } from '#lib/sudoku/testing/seventeen-clues.ts'
import type { Row } from './support/report.ts'

const puzzlesEach = 2_000
const checks = 20_000

/** Puzzles a second and the distribution of their times, in this process and on one core; and the proof of uniqueness. */
export async function sudoku(): Promise<Row[]> {
  return [...uniqueness(), ...levels.map(({ name, label }) => generation(label, (seed) => generate(name, seed)))]
}

/** Twenty known puzzles of seventeen clues, rearranged a thousand ways each, so that nothing is in a cache. */
function uniqueness(): Row[] {
  const random = seededRandom('bench')
  const puzzles = Array.from({ length: checks }, (_, index) =>
    rearranged(parseGrid(seventeenClues[index % seventeenClues.length] as string), random),
  )
  for (const puzzle of puzzles.slice(0, 2_000)) hasOneSolution(puzzle)
  const times = puzzles.map((puzzle) => {
    const startedAt = performance.now()
    if (!hasOneSolution(puzzle)) throw new Error('A known puzzle has one solution')
    return performance.now() - startedAt
  })
  const { mean, p99, most } = distribution(times)
  const guesses = Math.max(...puzzles.map((puzzle) => search(puzzle).nodes))
  const micro = (ms: number) => (ms * 1000).toFixed(1)
  return [
    {
      what: `uniqueness of a 17-clue puzzle, mean of ${checks}`,
      result: `${micro(mean)} µs (p99 ${micro(p99)} µs, worst ${micro(most)} µs, at most ${guesses} guesses)`,
      target: '≤ 50 µs',
    },
  ]
}

function generation(label: string, make: (seed: string) => unknown): Row {
  for (let warm = 0; warm < 100; warm++) make(`warm ${warm}`)
  const times = Array.from({ length: puzzlesEach }, (_, seed) => {
    const startedAt = performance.now()
    make(String(seed))
    return performance.now() - startedAt
  })
  const { mean, p99, most } = distribution(times)
  return {
    what: `${label}, ${puzzlesEach} puzzles: mean / p99 / max`,
    result: `${mean.toFixed(2)} / ${p99.toFixed(2)} / ${most.toFixed(2)} ms (${Math.round(1000 / mean)}/s)`,
    target: 'p99 < 10 ms',
  }
}

function distribution(times: number[]): { mean: number; p99: number; most: number } {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    mean: sorted.reduce((sum, time) => sum + time, 0) / sorted.length,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    most: sorted.at(-1) ?? 0,
  }
}
