import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { lastWeek, levelOf, tomorrowOf, untilMidnight } from '#lib/sudoku/daily.ts'
import { labelOf } from '#lib/sudoku/levels.ts'
import { dateOf } from '#lib/sudoku/link.ts'
import { clock, hintsOf, weekdayOf } from '#lib/sudoku/share.ts'
import { CopyButton } from './copy-button.tsx'

type Props = {
  result: { seconds: number; hints: number; filled: number; streak: number; shareText: string }
  /** It is the daily puzzle of today. */
  isToday: boolean
  /** Dates as `2026-11-21`. */
  solvedDays: ReadonlySet<string>
  /** The player has just placed the last digit: the focus, and with it the screen reader, comes here. */
  takesFocus: boolean
  onDaily: () => void
  onRestart: () => void
}

/** The end of a game, in the place of the digits and tools, which have no more work. */
export function SolvedPanel({ result, isToday, solvedDays, takesFocus, onDaily, onRestart }: Props) {
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
      {solvedDays.has(today) ? (
        <NextPuzzle />
      ) : (
        <p className="text-ui text-soft">
          {isToday && result.filled > 0
            ? 'A hint filled in a digit, so this day doesn’t count for your streak. Restart to solve it yourself.'
            : 'Today’s puzzle is still waiting.'}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!solvedDays.has(today) && !isToday && (
          <Button look="primary" onClick={onDaily}>
            Play today’s puzzle
          </Button>
        )}
        <CopyButton label="Share the result" text={result.shareText} offersSheet />
        <Button onClick={onRestart}>Restart</Button>
      </div>
    </div>
  )
}

type StreakWeekProps = { days: readonly { date: string; isSolved: boolean }[] }

/** The daily puzzles of the last seven days, one dot each: filled where the puzzle was solved on its day. */
function StreakWeek({ days }: StreakWeekProps) {
  return (
    <ol aria-label="Daily puzzles of the last seven days" className="flex gap-3">
      {days.map(({ date, isSolved }, index) => (
        <li key={date} className="flex flex-col items-center gap-1">
          <span
            aria-hidden="true"
            className={`grid size-5 place-items-center rounded-full border text-small leading-none ${isSolved ? 'border-green bg-green text-green-on' : 'border-edge'}`}
          >
            {isSolved && '✓'}
          </span>
          <span
            aria-hidden="true"
            className={`text-small ${index === days.length - 1 ? 'font-semibold text-ink' : 'text-faint'}`}
          >
            {weekdayOf(date).slice(0, 2)}
          </span>
          <span className="sr-only">
            {`${index === days.length - 1 ? 'Today' : weekdayOf(date)}: ${isSolved ? 'solved' : 'not solved'}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Tomorrow's puzzle and its time. A day begins in the player's time zone, as it does for the daily puzzle. */
function NextPuzzle() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const level = labelOf(levelOf(tomorrowOf(dateOf(now))))
  return (
    <p className="text-ui text-soft">
      Tomorrow’s puzzle ({level}) is ready in <span className="tabular-nums">{untilMidnight(now)}</span>.
    </p>
  )
}
