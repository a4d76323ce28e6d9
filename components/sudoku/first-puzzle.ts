import { puzzleOf } from '#lib/sudoku/daily.ts'
import { type Game, newGame } from '#lib/sudoku/game.ts'
import type { LevelName } from '#lib/sudoku/levels.ts'
import { anyNumber, type PuzzleName, readLevel, readLink } from '#lib/sudoku/link.ts'
import { loadGame } from '#lib/sudoku/saved-game.ts'
import { lastPlayed, storedGame } from './stored-games.ts'

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
