import { counted, levelNameOf } from './daily.ts'
import { labelOf } from './levels.ts'
import { linkTo, type PuzzleName } from './link.ts'

/** Seconds as `m:ss`, and `h:mm:ss` from an hour on. */
export function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** How a puzzle is called. */
export function titleOf(name: PuzzleName): string {
  const level = labelOf(levelNameOf(name))
  return name.kind === 'daily'
    ? `Daily Sudoku, ${longDate(name.date)} (${level})`
    : `${level} Sudoku no. ${name.number}`
}

/** The text to share, without the solution. */
export function shareText(
  name: PuzzleName,
  result: { seconds: number; hints: number; streak: number; productName: string; origin: string },
): string {
  const streak = name.kind === 'daily' && result.streak > 1 ? `, ${result.streak} days in a row` : ''
  return [
    `${result.productName} ${titleOf(name)}`,
    `Solved in ${clock(result.seconds)}, ${hintsOf(result.hints)}${streak}`,
    `${result.origin}${linkTo(name)}`,
  ].join('\n')
}

export function hintsOf(count: number): string {
  return count === 0 ? 'no hints' : counted(count, 'hint')
}

const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** `2026-11-21` as `21 November 2026`. */
function longDate(date: string): string {
  return whole.format(new Date(`${date}T00:00:00Z`))
}

/** `2026-11-21` as `Saturday`. */
export function weekdayOf(date: string): string {
  return weekday.format(new Date(`${date}T00:00:00Z`))
}
