import { useEffect, useState } from 'react'
import { levelOf, tomorrowOf, untilMidnight } from '#lib/sudoku/daily.ts'
import { labelOf } from '#lib/sudoku/levels.ts'
import { dateOf } from '#lib/sudoku/link.ts'

/** Tomorrow's puzzle, and when it comes. A day begins in the player's time zone, as it does for the daily puzzle. */
export function NextPuzzle() {
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
