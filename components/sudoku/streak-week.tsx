import { weekdayOf } from '#lib/sudoku/share.ts'

type Props = { days: readonly { date: string; isSolved: boolean }[] }

/** The daily puzzles of the last seven days, one dot each: filled where the puzzle was solved on its day. */
export function StreakWeek({ days }: Props) {
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
