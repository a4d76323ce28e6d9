import { generate, type Puzzle } from './generate.ts'
import type { LevelName } from './levels.ts'
import type { PuzzleName } from './link.ts'

// Sunday first; the week begins easy and ends with what one has the most time for.
const levelOfDay: readonly LevelName[] = ['expert', 'easy', 'easy', 'medium', 'medium', 'hard', 'hard']

/** The level of a day's puzzle, by its day of the week. */
export function levelOf(date: string): LevelName {
  return levelOfDay[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'classic'
}

/** The puzzle of a name: the same for everybody. */
export function puzzleOf(name: PuzzleName): Puzzle {
  if (name.kind === 'daily') return generate(levelOf(name.date), `daily ${name.date}`)
  return generate(name.level, String(name.number))
}

/** How many days in a row, up to today or yesterday, were solved on their day. */
export function streakOf(solved: ReadonlySet<string>, today: string): number {
  let day = solved.has(today) ? today : dayBefore(today)
  let days = 0
  while (solved.has(day)) {
    days++
    day = dayBefore(day)
  }
  return days
}

function dayBefore(date: string): string {
  const time = new Date(`${date}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() - 1)
  return time.toISOString().slice(0, 10)
}
