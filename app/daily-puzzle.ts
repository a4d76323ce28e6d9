import { noteEnd } from '#lib/renderer/render-context.ts'
import { puzzleOf } from '#lib/sudoku/daily.ts'
import type { Puzzle } from '#lib/sudoku/generate.ts'

type DailyPuzzle = { date: string } & Pick<Puzzle, 'level' | 'givens'>

const dayMs = 86_400_000
let known: DailyPuzzle | undefined

/** The puzzle of this day in UTC. The page that shows it ends with the day: kept, it would show yesterday's. */
export function dailyPuzzle(now = Date.now()): DailyPuzzle {
  noteEnd((Math.floor(now / dayMs) + 1) * dayMs)
  const date = new Date(now).toISOString().slice(0, 10)
  if (known?.date === date) return known
  // Made once a day: a hard one takes a moment.
  const { level, givens } = puzzleOf({ kind: 'daily', date })
  known = { date, level, givens }
  return known
}
