'use client'

import { useEffect, useMemo, useState } from 'react'
import { levelNameOf, streakOf } from '#lib/sudoku/daily.ts'
import { cellsOf, type Game } from '#lib/sudoku/game.ts'
import type { LevelName } from '#lib/sudoku/levels.ts'
import { dateOf, linkTo, type PuzzleName } from '#lib/sudoku/link.ts'
import { clock, shareText, titleOf } from '#lib/sudoku/share.ts'
import { Board, PausedBoard } from './board.tsx'
import { DigitPad, GameTools, isOpen } from './game-tools.tsx'
import { PuzzleChoice } from './puzzle-choice.tsx'
import { newName, solvedDays } from './saved-games.ts'
import { SolvedPanel } from './solved-panel.tsx'
import { useBoardInput } from './use-board-input.ts'
import { type Answer, useSudoku } from './use-sudoku.ts'

/** The whole game. The server sends its empty board; the puzzle is made here, as soon as scripts run. */
export function SudokuGame({ productName }: { productName: string }) {
  const { session, hint, answer, previous, lastCell, move, askHint, openName, say } = useSudoku()
  const [chosen, setChosen] = useState<LevelName>()
  const [isPausedHere, setPausedHere] = useState(false)
  const name = session?.name
  const game = session?.game
  const cells = useMemo(() => game && cellsOf(game), [game])
  const title = name ? titleOf(name) : 'Sudoku'
  const isPaused = game?.isPaused ?? false

  const input = useBoardInput({
    valueAt: (cell) => game?.values[cell] ?? 0,
    move,
    say,
    askHint,
    onPause: () => isOpen(game) && pause(),
  })

  function change(to: PuzzleName) {
    setChosen(undefined)
    setPausedHere(false)
    openName(to)
  }
  /** The button that was pressed goes with the solved game's panel: the focus comes back to the board. */
  function playOn(start: () => void) {
    start()
    input.goTo(input.at, true)
  }
  // The board lets go of the focus, and gets it back when it is played on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last digit is placed
  useEffect(() => {
    if (lastCell !== undefined) input.goTo(input.at, false)
  }, [lastCell])

  const openDaily = () => change({ kind: 'daily', date: dateOf(new Date()) })
  function pause() {
    setPausedHere(true)
    move({ kind: 'pause' })
  }
  function resume() {
    move({ kind: 'resume' })
    input.goTo(input.at, true)
  }

  const level = chosen ?? (name ? levelNameOf(name) : 'classic')
  const days = useSolvedDays(game)
  const streak = streakOf(days, dateOf(new Date()))
  const link = name ? `${location.origin}${linkTo(name)}` : ''

  return (
    <section aria-label="Game" className="sudoku-game needs-scripts">
      <div className="sudoku-title flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-small font-semibold md:text-ui">{title}</h2>
        <p className="no-print flex items-baseline gap-2 text-small tabular-nums md:text-ui">
          {(game?.seconds ?? 0) >= 60 && (
            <span className="hidden text-faint md:inline md:text-small">{clock(game?.seconds ?? 0)}</span>
          )}
          <span role="timer">Time: {game?.seconds ?? 0}</span>
        </p>
      </div>
      {isPaused ? (
        <PausedBoard takesFocus={isPausedHere} onResume={resume} />
      ) : (
        <Board
          {...{ title, cells, hinted: hint?.cells ?? none, waveFrom: lastCell }}
          {...input.board}
          isSolved={game?.solved ?? false}
        />
      )}
      <GameMessage answer={answer} isOver={game?.solved ?? false} />
      <div className="sudoku-controls no-print">
        {game?.solved && name ? (
          <SolvedPanel
            result={{
              ...game,
              streak,
              shareText: shareText(name, { ...game, streak, productName, origin: location.origin }),
            }}
            isToday={name.kind === 'daily' && name.date === dateOf(new Date())}
            solvedDays={days}
            takesFocus={lastCell !== undefined}
            onDaily={() => playOn(openDaily)}
            onRestart={() => playOn(() => move({ kind: 'restart' }))}
          />
        ) : (
          <>
            <DigitPad game={game} input={input} />
            <GameTools
              game={game}
              input={input}
              hasHint={hint?.kind === 'step'}
              onMove={move}
              onPause={isPaused ? resume : pause}
            />
          </>
        )}
      </div>
      <div className="sudoku-choice no-print">
        <PuzzleChoice
          {...{ level, streak, link, onLevel: setChosen, disabled: !game }}
          onNew={() => change(newName(level))}
          onDaily={openDaily}
          previousTitle={previous && titleOf(previous)}
          onPrevious={() => previous && change(previous)}
        />
      </div>
    </section>
  )
}

const none: readonly number[] = []

const noDays: ReadonlySet<string> = new Set()

/** The days whose puzzle was solved on the day, known once the browser's storage can be read. */
function useSolvedDays(game: Game | undefined): ReadonlySet<string> {
  const isSolved = game?.solved
  const [days, setDays] = useState(noDays)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a solved puzzle may add a day
  useEffect(() => setDays(solvedDays()), [isSolved])
  return days
}

/**
 * The message about the last move: visible if it is worth reading, else for screen readers alone. It keeps its
 * place while it is empty, so that nothing moves under the player's finger; a finished game no longer needs it.
 */
function GameMessage({ answer, isOver }: { answer: Answer; isOver: boolean }) {
  // If repeated, a sentence has to differ to be announced again.
  const text = answer.text && `${answer.text}${answer.count % 2 ? '\u00a0' : ''}`
  return (
    <div className={isOver ? 'sr-only' : 'sudoku-message no-print text-small md:text-ui'}>
      <p role="status" className={answer.isShown ? 'text-pretty' : 'sr-only'}>
        {text}
      </p>
    </div>
  )
}
