'use client'

import { useEffect, useMemo, useState } from 'react'
import { levelOf, streakOf } from '#lib/sudoku/daily.ts'
import { cellsOf, type Game } from '#lib/sudoku/game.ts'
import { digits } from '#lib/sudoku/grid.ts'
import type { LevelName } from '#lib/sudoku/levels.ts'
import { dateOf, linkTo, type PuzzleName } from '#lib/sudoku/link.ts'
import { clock, shareText, titleOf } from '#lib/sudoku/share.ts'
import { Board } from './board.tsx'
import { DigitPad } from './digit-pad.tsx'
import { newName } from './first-puzzle.ts'
import { GameMessage } from './game-message.tsx'
import { GameTools } from './game-tools.tsx'
import { PausedBoard } from './paused-board.tsx'
import { PuzzleChoice } from './puzzle-choice.tsx'
import { SolvedPanel } from './solved-panel.tsx'
import { solvedDays } from './stored-games.ts'
import { useBoardInput } from './use-board-input.ts'
import { useSudoku } from './use-sudoku.ts'

/** The whole game. The server sends its empty board; the puzzle is made here, as soon as scripts run. */
export function SudokuGame({ productName }: { productName: string }) {
  const { session, hint, answer, previous, move, askHint, openName, say } = useSudoku()
  const [chosen, setChosen] = useState<LevelName>()
  const [isPausedHere, setPausedHere] = useState(false)
  const name = session?.name
  const game = session?.game
  const cells = useMemo(() => game && cellsOf(game), [game])
  const title = name ? titleOf(name) : 'Sudoku'
  const isPaused = game?.isPaused ?? false
  const isOpen = game !== undefined && !game.solved && !isPaused

  const input = useBoardInput({
    valueAt: (cell) => game?.values[cell] ?? 0,
    move,
    say,
    askHint,
    onPause: () => isOpen && pause(),
  })

  function change(to: PuzzleName) {
    setChosen(undefined)
    setPausedHere(false)
    openName(to)
  }
  function pause() {
    setPausedHere(true)
    move({ kind: 'pause' })
  }
  function resume() {
    move({ kind: 'resume' })
    input.goTo(input.at, true)
  }

  const level = chosen ?? (name ? levelNameOf(name) : 'classic')
  const streak = useStreak(game)
  const link = name ? `${location.origin}${linkTo(name)}` : ''

  return (
    // Wide, the answers stand under the tools, whose height (17.25rem) is kept: the page arrives in pieces, and nothing may jump.
    // The board is at most as high as the window leaves it.
    <section
      aria-label="Game"
      className="needs-scripts grid items-start gap-3 lg:grid-cols-[min(36rem,60%,max(24rem,100svh-16rem))_minmax(0,1fr)] lg:grid-rows-[minmax(17.25rem,auto)_auto_1fr] lg:gap-x-12 lg:gap-y-4"
    >
      <div className="flex min-w-0 flex-col gap-3 lg:row-span-3">
        <div className="flex max-w-[36rem] flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-ui font-semibold">{title}</h2>
          <p className="no-print flex items-baseline gap-2 tabular-nums">
            {(game?.seconds ?? 0) >= 60 && <span className="text-small text-faint">{clock(game?.seconds ?? 0)}</span>}
            <span role="timer">Time: {game?.seconds ?? 0}</span>
          </p>
        </div>
        {isPaused ? (
          <PausedBoard takesFocus={isPausedHere} onResume={resume} />
        ) : (
          <Board
            {...{ title, cells, hinted: hint?.cells ?? none }}
            at={input.at}
            takesFocus={input.takesFocus}
            onFocus={input.onFocus}
            onKeyDown={input.onKeyDown}
            onType={input.onType}
          />
        )}
      </div>
      <div className="lg:col-start-2 lg:row-start-2">
        <GameMessage answer={answer} />
      </div>
      <div className="no-print flex max-w-[36rem] min-w-0 flex-col gap-5 lg:col-start-2 lg:row-start-1">
        <SolvedPanel
          result={
            game?.solved && name
              ? {
                  ...game,
                  streak,
                  shareText: shareText(name, { ...game, streak, productName, origin: location.origin }),
                }
              : undefined
          }
        />
        <DigitPad
          left={leftOf(game)}
          isMarking={input.isMarking}
          disabled={!isOpen}
          onDigit={(digit) => input.enter(digit)}
          onErase={() => input.erase()}
        />
        <GameTools
          isMarking={input.isMarking}
          canUndo={(game?.past.length ?? 0) > 0}
          canRedo={(game?.future.length ?? 0) > 0}
          disabled={!isOpen}
          hasHint={hint?.kind === 'step'}
          canPause={game !== undefined && !game.solved}
          canRestart={game !== undefined && !isPaused}
          isPaused={isPaused}
          onMove={move}
          onMarks={input.toggleMarks}
          onHint={() => input.showHint(false)}
          onPause={() => (isPaused ? resume() : pause())}
        />
      </div>
      <div className="no-print mt-2 max-w-[36rem] min-w-0 lg:col-start-2 lg:row-start-3 lg:mt-0">
        <PuzzleChoice
          {...{ level, streak, link, onLevel: setChosen, disabled: !game }}
          onNew={() => change(newName(level))}
          onDaily={() => change({ kind: 'daily', date: dateOf(new Date()) })}
          previousTitle={previous && titleOf(previous)}
          onPrevious={() => previous && change(previous)}
        />
      </div>
    </section>
  )
}

const none: readonly number[] = []

function levelNameOf(name: PuzzleName): LevelName {
  return name.kind === 'daily' ? levelOf(name.date) : name.level
}

function leftOf(game: Game | undefined): number[] {
  return digits.map((digit) => 9 - (game?.values.filter((value) => value === digit).length ?? 0))
}

/** The days in a row, known once the browser's storage can be read. */
function useStreak(game: Game | undefined): number {
  const isSolved = game?.solved
  const [streak, setStreak] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a solved puzzle may add a day
  useEffect(() => setStreak(streakOf(solvedDays(), dateOf(new Date()))), [isSolved])
  return streak
}
