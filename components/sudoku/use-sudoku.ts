import { startTransition, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { describeMove } from '#lib/sudoku/describe-cell.ts'
import { type Game, type Move, play } from '#lib/sudoku/game.ts'
import { type Hint, hintFor } from '#lib/sudoku/hint.ts'
import { dateOf, linkTo, type PuzzleName } from '#lib/sudoku/link.ts'
import { titleOf } from '#lib/sudoku/share.ts'
import { addSolvedDay, firstPuzzle, openPuzzle, type Session, useSavedGame } from './saved-games.ts'

/** The message about the last move; `isShown` to everyone, else to screen readers only. */
export type Answer = { text: string; isShown: boolean; count: number }

type Table = {
  session: Session | undefined
  hint: Hint | undefined
  answer: Answer
  /** The puzzle before this one, to go back to. */
  previous: PuzzleName | undefined
  /** The cell of the last digit; undefined if the game came solved from elsewhere. */
  lastCell: number | undefined
}

const atFirst: Table = {
  ...{ session: undefined, hint: undefined, previous: undefined, lastCell: undefined },
  answer: { text: '', isShown: false, count: 0 },
}

/** A game: its puzzle, its moves and the messages about them. It starts with the puzzle in the address. */
export function useSudoku() {
  const [table, setTable] = useState(atFirst)
  const latest = useRef(table)
  latest.current = table

  /** Every move sees the result of the one before, also within one rendering. */
  function change(next: Partial<Table>) {
    latest.current = { ...latest.current, ...next }
    setTable(latest.current)
  }
  function answerOf(text: string, isShown: boolean): Answer {
    return { text, isShown, count: latest.current.answer.count + 1 }
  }
  function open(session: Session, previous?: PuzzleName) {
    history.replaceState(history.state, '', linkTo(session.name))
    const answer = previous ? answerOf(`${titleOf(session.name)}.`, true) : answerOf('', false)
    change({ ...atFirst, session, previous, answer })
  }
  const openFirst = useEffectEvent(() => open(firstPuzzle(new URLSearchParams(location.search))))
  // In small pieces: 81 cells in one go would hold up a slow phone.
  useEffect(() => startTransition(() => openFirst()), [])

  function move(asked: Move) {
    const { session } = latest.current
    if (!session) return
    const game = play(session.game, asked)
    const { text, isShown } = describeMove(session.game, game, asked)
    const isSolvedNow = game.solved && !session.game.solved
    if (isSolvedNow && game.filled === 0) noteSolved(session.name)
    const lastCell = isSolvedNow && asked.kind === 'enter' ? asked.cell : undefined
    // The panel of a solved game says it all: the last hint must not stay beside it.
    const answer = isSolvedNow ? answerOf('', false) : answerOf(text, isShown)
    change({ session: { ...session, game }, hint: undefined, lastCell, answer })
  }
  function setGame(next: (game: Game) => Game) {
    const { session } = latest.current
    if (session) change({ session: { ...session, game: next(session.game) } })
  }

  /** The first time it names the technique and the place, the second time it fills the digit in. */
  function askHint(): number | undefined {
    const { session, hint, answer } = latest.current
    if (!session || session.game.solved) return undefined
    if (hint?.kind === 'step') {
      move({ kind: 'enter', cell: hint.cell, digit: hint.digit, isHint: true })
      if (latest.current.lastCell !== undefined) return undefined
      change({ answer: { ...latest.current.answer, text: hint.answer, isShown: true } })
      return hint.cell
    }
    const found = hintFor(session.game)
    if (!found) return undefined
    move({ kind: 'hint' })
    if (found.kind === 'wrong') move({ kind: 'check' })
    change({ hint: found, answer: { text: found.sentence, isShown: true, count: answer.count + 1 } })
    return found.kind === 'step' ? found.cell : found.cells[0]
  }

  const { session } = table
  useClock(session !== undefined && !session.game.solved && !session.game.isPaused, () =>
    setGame((game) => play(game, { kind: 'tick' })),
  )
  useSavedGame(session, (other) => setGame((game) => adopted(game, other)))

  return {
    ...table,
    move,
    askHint,
    say: (text: string) => change({ answer: answerOf(text, false) }),
    /** Another puzzle; the one before stays stored as it is. */
    openName: (name: PuzzleName) => open(openPuzzle(name), latest.current.session?.name),
  }
}

/** The same game from another tab: its board if it differs, else the longer time; paused here if it is there. */
function adopted(game: Game, other: Game): Game {
  const isSame = String(game.values) === String(other.values) && String(game.marks) === String(other.marks)
  const { values, marks, seconds, hints, filled, isPaused } = other
  if (isSame) return { ...game, seconds: Math.max(game.seconds, seconds), isPaused }
  return play(game, { kind: 'adopt', board: { values, marks }, seconds, hints, filled, isPaused })
}

/** A streak counts the days whose puzzle was solved on the day, without a digit that a hint filled in. */
function noteSolved(name: PuzzleName): void {
  if (name.kind === 'daily' && name.date === dateOf(new Date())) addSolvedDay(name.date)
}

/** Ticks each second while it runs and the page is seen. */
function useClock(isRunning: boolean, tick: () => void): void {
  const isSeen = useSyncExternalStore(onVisibility, isVisible, () => true)
  const onTick = useEffectEvent(tick)
  useEffect(() => {
    if (!isRunning || !isSeen) return
    const timer = setInterval(() => onTick(), 1000)
    return () => clearInterval(timer)
  }, [isRunning, isSeen])
}

function isVisible(): boolean {
  return document.visibilityState !== 'hidden'
}

function onVisibility(callback: () => void): () => void {
  document.addEventListener('visibilitychange', callback)
  return () => document.removeEventListener('visibilitychange', callback)
}
