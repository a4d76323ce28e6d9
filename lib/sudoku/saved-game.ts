import { type Board, type Cost, type Game, newGame, play } from './game.ts'
import { cellCount, formatGrid, parseGrid } from './grid.ts'

// A game as text for the browser's storage. Text from there is checked: other versions and people may have written it.

type Saved = Cost & { values: string; marks: readonly number[]; isPaused: boolean }

const mostSeconds = 10_000_000

export function saveGame({ values, marks, seconds, hints, filled, isPaused }: Game): string {
  return JSON.stringify({ values: formatGrid(values), marks, seconds, hints, filled, isPaused } satisfies Saved)
}

/** The saved game of a puzzle; undefined if the text does not belong to this puzzle. Its moves cannot be undone. */
export function loadGame(puzzle: Pick<Game, 'givens' | 'solution'>, text: string | null): Game | undefined {
  const saved = text === null ? undefined : read(text)
  if (!saved || puzzle.givens.some((digit, cell) => digit !== 0 && digit !== saved.board.values[cell])) return undefined
  return { ...play(newGame(puzzle), { kind: 'adopt', ...saved }), past: [] }
}

function read(text: string): (Cost & { board: Board; isPaused: boolean }) | undefined {
  try {
    // A game saved by an earlier version has not counted what was filled in.
    const { values, marks, seconds, hints, filled = 0, isPaused } = JSON.parse(text) as Record<keyof Saved, unknown>
    if (typeof values !== 'string' || !isCount(seconds, mostSeconds) || !isCount(hints, mostSeconds)) return undefined
    if (!isCount(filled, cellCount * mostSeconds)) return undefined
    if (!Array.isArray(marks) || marks.length !== cellCount || !marks.every((mark) => isCount(mark, 511))) {
      return undefined
    }
    const grid = parseGrid(values)
    const board = { values: grid, marks: marks.map((mark, cell) => (grid[cell] ? 0 : mark)) }
    return { board, seconds, hints, filled, isPaused: isPaused === true }
  } catch {
    return undefined
  }
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
}
