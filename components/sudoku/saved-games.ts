import { useEffect, useEffectEvent, useRef } from 'react'
import { readStored, store } from '#lib/browser/stored-text.ts'
import { puzzleOf } from '#lib/sudoku/daily.ts'
import { type Game, newGame } from '#lib/sudoku/game.ts'
import type { LevelName } from '#lib/sudoku/levels.ts'
import { anyNumber, keyOf, nameOf, type PuzzleName, readLevel, readLink } from '#lib/sudoku/link.ts'
import { loadGame, saveGame } from '#lib/sudoku/saved-game.ts'

// Games in localStorage: every game under its puzzle's name, so that two tabs with two puzzles never clash; the last
// played ones; and the days whose puzzle was solved on the day.

const prefix = 'sudoku:'
const recentKey = `${prefix}recent`
const solvedDaysKey = `${prefix}solved-days`
const mostGames = 20
const mostDays = 4_000

/** A puzzle and how far its player has come. */
export type Session = { name: PuzzleName; game: Game }

export function openPuzzle(name: PuzzleName): Session {
  const puzzle = puzzleOf(name)
  return { name, game: loadGame(puzzle, storedGame(name)) ?? newGame(puzzle) }
}

/** The puzzle in the address; else the last unfinished game; else a new one. */
export function firstPuzzle(query: URLSearchParams): Session {
  const named = readLink(query)
  if (named) return openPuzzle(named)
  const level = readLevel(query)
  const last = level ? undefined : lastPlayed()
  const session = last && openPuzzle(last)
  return session && !session.game.solved ? session : openPuzzle(newName(level ?? 'classic'))
}

export function newName(level: LevelName): PuzzleName {
  return { kind: 'numbered', level, number: anyNumber(Math.random) }
}

export const storageKeyOf = (name: PuzzleName) => `${prefix}game:${keyOf(name)}`

export function storedGame(name: PuzzleName): string | null {
  return readStored(storageKeyOf(name))
}

export function storeGame(name: PuzzleName, game: string): void {
  store(storageKeyOf(name), game)
  const recent = recentNames()
  const key = keyOf(name)
  if (recent[0] && keyOf(recent[0]) === key) return
  const others = recent.filter((other) => keyOf(other) !== key)
  for (const old of others.slice(mostGames - 1)) store(storageKeyOf(old), null)
  store(recentKey, JSON.stringify([key, ...others.slice(0, mostGames - 1).map(keyOf)]))
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
  store(solvedDaysKey, JSON.stringify(days.slice(-mostDays)))
}

function recentNames(): PuzzleName[] {
  return readList(recentKey).flatMap((key) => nameOf(key) ?? [])
}

/** The stored value may be anything: only texts are taken. */
function readList(key: string): string[] {
  try {
    const list: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}

const secondsBetweenSaves = 5

/**
 * Saves the game in the browser: immediately after a move, every few seconds while only the clock runs, and when the
 * page closes. It takes over what another tab does in the same game, so neither overwrites newer state with older.
 */
export function useSavedGame(session: Session | undefined, adopt: (game: Game) => void): void {
  const saved = useRef('')
  const board = session && saveGame({ ...session.game, seconds: 0 })
  const period = session && Math.floor(session.game.seconds / secondsBetweenSaves)

  const save = useEffectEvent(() => {
    const text = session && saveGame(session.game)
    if (!session || text === undefined || text === saved.current) return
    storeGame(session.name, text)
    saved.current = text
  })
  /** A frozen page has missed what other tabs stored meanwhile. */
  const take = useEffectEvent(() => {
    const stored = session && storedGame(session.name)
    if (!session || !stored || stored === saved.current || saved.current === '') return
    saved.current = stored
    const game = loadGame(session.game, stored)
    if (game) adopt(game)
  })
  const onStorage = useEffectEvent(({ key }: StorageEvent) => {
    if (session && key === storageKeyOf(session.name)) take()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock alone writes only once in a while
  useEffect(() => save(), [session?.name, board, period])

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('storage', (event) => onStorage(event), { signal })
    addEventListener('pagehide', () => save(), { signal })
    addEventListener('pageshow', () => take(), { signal })
    const onVisibility = () => (document.visibilityState === 'hidden' ? save() : take())
    document.addEventListener('visibilitychange', onVisibility, { signal })
    return () => {
      save()
      listening.abort()
    }
  }, [])
}
