import { keyOf, nameOf, type PuzzleName } from '#lib/sudoku/link.ts'

// Games in localStorage: every game under its puzzle's name, so that two tabs with two puzzles never clash; the last
// played ones; and the days whose puzzle was solved on the day. If storage is blocked, the game works without it.

const prefix = 'sudoku:'
const recentKey = `${prefix}recent`
const solvedDaysKey = `${prefix}solved-days`
const mostGames = 20
const mostDays = 4_000

export const storageKeyOf = (name: PuzzleName) => `${prefix}game:${keyOf(name)}`

export function storedGame(name: PuzzleName): string | null {
  return read(storageKeyOf(name))
}

export function storeGame(name: PuzzleName, game: string): void {
  write(storageKeyOf(name), game)
  const recent = recentNames()
  const key = keyOf(name)
  if (recent[0] && keyOf(recent[0]) === key) return
  const others = recent.filter((other) => keyOf(other) !== key)
  for (const old of others.slice(mostGames - 1)) remove(storageKeyOf(old))
  write(recentKey, JSON.stringify([key, ...others.slice(0, mostGames - 1).map(keyOf)]))
}

export function lastPlayed(): PuzzleName | undefined {
  return recentNames()[0]
}

/** Dates as `2026-11-21`. */
export function solvedDays(): Set<string> {
  return new Set(readList(solvedDaysKey).filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)))
}

export function addSolvedDay(date: string): void {
  const days = [...solvedDays().add(date)].sort()
  write(solvedDaysKey, JSON.stringify(days.slice(-mostDays)))
}

function recentNames(): PuzzleName[] {
  return readList(recentKey).flatMap((key) => nameOf(key) ?? [])
}

/** The stored value may be anything: only texts are taken. */
function readList(key: string): string[] {
  try {
    const list: unknown = JSON.parse(read(key) ?? '[]')
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full: the game goes on without it.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked.
  }
}
