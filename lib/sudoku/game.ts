import { bitOf, candidatesOf, cellCount, conflicts, type Grid, isSolved, peers, withValue } from './grid.ts'

/** One cell as the board shows it. */
export type Cell = {
  /** 0 if it is empty. */
  value: number
  /** Given by the puzzle, and locked. */
  isInitial: boolean
  /** Conflicts or is wrong. */
  incorrect: boolean
  /** Appears twice in its row, column or box. */
  conflicts: boolean
  /** Found wrong by a check, and not changed since. */
  isWrong: boolean
  /** The pencil marks: bit digit − 1. */
  marks: number
}

export type Board = { values: Grid; marks: readonly number[] }

/** The cost of a game so far: `filled` counts the digits that hints have filled in. */
export type Cost = { seconds: number; hints: number; filled: number }

/** A board to go back to; if a restart was in between, also what it had cost until then. */
type Step = Board & { cost?: Cost }

/** A game under way. Nothing here knows a clock or a screen: seconds are told to it. */
export type Game = Board &
  Cost & {
    givens: Grid
    solution: Grid
    past: readonly Step[]
    future: readonly Step[]
    /** Cells that a check found wrong; until they are changed. */
    checked: readonly number[]
    solved: boolean
    /** The clock stops and the board is hidden until the game is resumed. */
    isPaused: boolean
  }

export type Move =
  /** `isHint`: filled in by a hint. */
  | { kind: 'enter'; cell: number; digit: number; isHint?: boolean }
  | { kind: 'mark'; cell: number; digit: number }
  | { kind: 'clear'; cell: number }
  /** `hint`: one was asked for; its text is made elsewhere. */
  | { kind: 'fillMarks' | 'hint' | 'check' | 'undo' | 'redo' | 'restart' | 'tick' | 'pause' | 'resume' }
  /** How far the same game has come in another tab. */
  | ({ kind: 'adopt'; board: Board; isPaused: boolean } & Cost)

const mostUndo = 500
const noCost: Cost = { seconds: 0, hints: 0, filled: 0 }

export function newGame({ givens, solution }: { givens: Grid; solution: Grid }): Game {
  return {
    ...{ givens, solution, ...blank(givens), past: [], future: [] },
    ...{ checked: [], ...noCost, solved: isSolved(givens), isPaused: false },
  }
}

/** Applies a move to a game; a move that is not allowed (a given cell, a paused or solved game) leaves it unchanged. */
export function play(game: Game, move: Move): Game {
  if (move.kind === 'adopt') return adopt(game, move)
  if (game.solved) return move.kind === 'restart' ? newGame(game) : game
  if (game.isPaused) return move.kind === 'resume' ? { ...game, isPaused: false } : game
  switch (move.kind) {
    case 'resume':
      return game
    case 'pause':
      return { ...game, isPaused: true }
    case 'tick':
      return { ...game, seconds: game.seconds + 1 }
    case 'enter':
      return isDigit(move.digit) ? enter(game, move) : game
    case 'clear':
      return put(game, move.cell, 0)
    case 'mark':
      return isDigit(move.digit) ? mark(game, move.cell, move.digit) : game
    case 'hint':
      return { ...game, hints: game.hints + 1 }
    case 'fillMarks':
      return change(game, { values: game.values, marks: [...candidatesOf(game.values)] })
    case 'check':
      return { ...game, checked: wrongCells(game) }
    case 'undo':
      return step(game, game.past, game.future, 'undo')
    case 'redo':
      return step(game, game.future, game.past, 'redo')
    case 'restart':
      return restart(game)
  }
}

export function cellsOf(game: Game): Cell[] {
  const conflicting = conflicts(game.values)
  return game.values.map((value, cell) => {
    const faults = { conflicts: conflicting.has(cell), isWrong: game.checked.includes(cell) }
    return {
      ...{ value, isInitial: game.givens[cell] !== 0, marks: game.marks[cell] as number },
      ...{ ...faults, incorrect: faults.conflicts || faults.isWrong },
    }
  })
}

/** Filled cells that differ from the solution. */
export function wrongCells(game: Game): number[] {
  return game.values.flatMap((value, cell) => (value !== 0 && value !== game.solution[cell] ? [cell] : []))
}

function blank(givens: Grid): Board {
  return { values: givens, marks: new Array<number>(cellCount).fill(0) }
}

function adopt(game: Game, { board, seconds, hints, filled, isPaused }: Extract<Move, { kind: 'adopt' }>): Game {
  const adopted = change(game, board)
  return { ...adopted, seconds, hints, filled, isPaused: isPaused && !adopted.solved }
}

function enter(game: Game, { cell, digit, isHint }: Extract<Move, { kind: 'enter' }>): Game {
  const entered = put(game, cell, digit)
  return isHint && entered !== game ? { ...entered, filled: game.filled + 1 } : entered
}

function put(game: Game, cell: number, digit: number): Game {
  if (game.givens[cell] !== 0) return game
  if (game.values[cell] === digit && (digit !== 0 || game.marks[cell] === 0)) return game
  const marks = [...game.marks]
  marks[cell] = 0
  // Placing a digit rules it out among the cell's peers, so they lose their marks of it.
  if (digit !== 0) for (const peer of peers[cell] as number[]) marks[peer] = (marks[peer] as number) & ~bitOf(digit)
  return change(game, { values: withValue(game.values, cell, digit), marks }, cell)
}

function mark(game: Game, cell: number, digit: number): Game {
  if (game.values[cell] !== 0) return game
  const marks = withValue(game.marks, cell, (game.marks[cell] as number) ^ bitOf(digit))
  return change(game, { values: game.values, marks })
}

function change(game: Game, board: Board, cell?: number, before: Step = boardOf(game)): Game {
  const checked = cell === undefined ? game.checked : game.checked.filter((other) => other !== cell)
  const past = [...game.past, before].slice(-mostUndo)
  return { ...game, ...board, past, future: [], checked, solved: isSolved(board.values) }
}

/** Everything from the beginning, time included; undo brings all of it back. */
function restart(game: Game): Game {
  const before = { ...boardOf(game), cost: costOf(game) }
  return { ...change(game, blank(game.givens), undefined, before), checked: [], ...noCost }
}

function costOf({ seconds, hints, filled }: Game): Cost {
  return { seconds, hints, filled }
}

function step(game: Game, from: readonly Step[], to: readonly Step[], kind: 'undo' | 'redo'): Game {
  const target = from.at(-1)
  if (!target) return game
  const { cost, ...board } = target
  const left = from.slice(0, -1)
  const kept = [...to, { ...boardOf(game), ...(cost && { cost: costOf(game) }) }]
  const [past, future] = kind === 'undo' ? [left, kept] : [kept, left]
  return { ...game, ...board, ...cost, past, future, checked: [], solved: isSolved(board.values) }
}

function boardOf({ values, marks }: Game): Board {
  return { values, marks }
}

function isDigit(digit: number): boolean {
  return Number.isInteger(digit) && digit >= 1 && digit <= 9
}
