import { isLevel, type LevelName } from './levels.ts'

/** Which puzzle: one of a level by its number, or the one of a day. */
export type PuzzleName = { kind: 'numbered'; level: LevelName; number: number } | { kind: 'daily'; date: string }

const mostNumber = 999_999

export function linkTo(name: PuzzleName): string {
  if (name.kind === 'daily') return `/sudoku?daily=${name.date}`
  return `/sudoku?level=${name.level}&puzzle=${name.number}`
}

/** The puzzle that an address names; undefined if it names none or an impossible one. */
export function readLink(query: URLSearchParams): PuzzleName | undefined {
  const date = query.get('daily')
  if (date !== null) return isDate(date) ? { kind: 'daily', date } : undefined
  const level = query.get('level') ?? 'classic'
  const number = Number(query.get('puzzle'))
  if (!isLevel(level) || !Number.isInteger(number) || number < 1 || number > mostNumber) return undefined
  return { kind: 'numbered', level, number }
}

export function anyNumber(random: () => number): number {
  return 1 + Math.floor(random() * mostNumber)
}

/** The day in the player's time zone, as `2026-11-21`. */
export function dateOf(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

/** The level of an address that names no puzzle. */
export function readLevel(query: URLSearchParams): LevelName | undefined {
  const level = query.get('level') ?? ''
  return isLevel(level) ? level : undefined
}

/** A name as text and back, for storage. */
export const keyOf = (name: PuzzleName) => linkTo(name).split('?')[1] as string
export const nameOf = (key: string) => readLink(new URLSearchParams(key))
