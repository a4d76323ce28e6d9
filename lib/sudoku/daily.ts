import { generate, type Puzzle } from './generate.ts'
import type { LevelName } from './levels.ts'
import type { PuzzleName } from './link.ts'

// Sunday first; the week begins easy and ends hard, when players have the most time.
const levelOfDay: readonly LevelName[] = ['expert', 'easy', 'easy', 'medium', 'medium', 'hard', 'hard']

/** The level of a day's puzzle, by its day of the week. */
export function levelOf(date: string): LevelName {
  return levelOfDay[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'classic'
}

export function levelNameOf(name: PuzzleName): LevelName {
  return name.kind === 'daily' ? levelOf(name.date) : name.level
}

/** The puzzle of a name: the same for everyone. */
export function puzzleOf(name: PuzzleName): Puzzle {
  return generate(levelNameOf(name), name.kind === 'daily' ? `daily ${name.date}` : String(name.number))
}

/** How many days in a row, up to today or yesterday, were solved on their day. */
export function streakOf(solved: ReadonlySet<string>, today: string): number {
  let day = solved.has(today) ? today : dayFrom(today, -1)
  let days = 0
  while (solved.has(day)) {
    days++
    day = dayFrom(day, -1)
  }
  return days
}

/** The seven days up to today, the oldest first. */
export function lastWeek(solved: ReadonlySet<string>, today: string): { date: string; isSolved: boolean }[] {
  return [-6, -5, -4, -3, -2, -1, 0].map((days) => {
    const date = dayFrom(today, days)
    return { date, isSolved: solved.has(date) }
  })
}

export function tomorrowOf(today: string): string {
  return dayFrom(today, 1)
}

/** The time until the next day in the player's time zone, e.g. `7 hours 12 minutes`; at least a minute. */
export function untilMidnight(now: Date): string {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  const total = Math.max(1, Math.ceil((midnight.getTime() - now.getTime()) / 60_000))
  const hours = Math.floor(total / 60)
  const minutes = total % 60
  return [hours && counted(hours, 'hour'), minutes && counted(minutes, 'minute')].filter(Boolean).join(' ')
}

export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function dayFrom(date: string, days: number): string {
  const time = new Date(`${date}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() + days)
  return time.toISOString().slice(0, 10)
}
