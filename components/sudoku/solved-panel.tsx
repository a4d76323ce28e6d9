import { useEffect, useId, useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { lastWeek } from '#lib/sudoku/daily.ts'
import { dateOf } from '#lib/sudoku/link.ts'
import { clock } from '#lib/sudoku/share.ts'
import { CopyButton } from './copy-button.tsx'
import { NextPuzzle } from './next-puzzle.tsx'
import { StreakWeek } from './streak-week.tsx'

type Props = {
  result: { seconds: number; hints: number; streak: number; shareText: string }
  /** Dates as `2026-11-21`. */
  solvedDays: ReadonlySet<string>
  /** The player has just placed the last digit: the focus, and with it the screen reader, comes here. */
  takesFocus: boolean
  onDaily: () => void
  onRestart: () => void
}

/** The end of a game, in the place of the digits and tools, which have no more work. */
export function SolvedPanel({ result, solvedDays, takesFocus, onDaily, onRestart }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The board must not scroll: the wave runs through it.
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const today = dateOf(new Date())
  return (
    <div className="no-print flex flex-col gap-4 rounded-card border border-green bg-raised p-4 md:p-5">
      <div className="flex flex-col gap-1">
        <h3
          ref={heading}
          tabIndex={-1}
          aria-describedby={id}
          className="text-balance font-serif text-lead font-semibold outline-none"
        >
          Congratulations! You've solved the puzzle!
        </h3>
        <p id={id} className="text-ui text-soft">
          {clock(result.seconds)} on the clock, {hintsOf(result.hints)}
          {result.streak > 0 && `, daily streak ${result.streak}`}
        </p>
      </div>
      <StreakWeek days={lastWeek(solvedDays, today)} />
      {solvedDays.has(today) ? <NextPuzzle /> : <p className="text-ui text-soft">Today’s puzzle is still waiting.</p>}
      <div className="flex flex-wrap gap-3">
        {!solvedDays.has(today) && (
          <button type="button" onClick={onDaily} className={buttonStyle.primary}>
            Play today’s puzzle
          </button>
        )}
        <CopyButton label="Share the result" text={result.shareText} offersSheet />
        <button type="button" onClick={onRestart} className={buttonStyle.secondary}>
          Restart
        </button>
      </div>
    </div>
  )
}

function hintsOf(count: number): string {
  return count === 0 ? 'no hints' : count === 1 ? '1 hint' : `${count} hints`
}
