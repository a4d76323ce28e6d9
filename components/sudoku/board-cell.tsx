import { memo, useEffect, useRef } from 'react'
import { digitsIn } from '#lib/sudoku/candidates.ts'
import { nameField } from '#lib/sudoku/describe-cell.ts'
import type { Cell } from '#lib/sudoku/game.ts'
import { digits } from '#lib/sudoku/grid.ts'

export type Highlight = 'none' | 'peer' | 'same' | 'hint' | 'current'

export type CellActions = {
  onFocus: (cell: number) => void
  onKeyDown: (event: React.KeyboardEvent, cell: number) => void
  onType: (text: string, cell: number) => void
}

type Props = Cell & CellActions & { cell: number; highlight: Highlight; isTabStop: boolean; takesFocus: boolean }

const grounds: Record<Highlight, string> = {
  none: '',
  peer: 'bg-ink/5',
  same: 'bg-link/20',
  hint: 'bg-notice-ground',
  current: 'bg-link/10 shadow-[inset_0_0_0_2px_var(--link)]',
}

/**
 * One cell: a field, so that its value, its lock and its state are what assistive technology knows best, in a cell of the
 * grid. It asks for no keyboard on the screen: there is a digit pad.
 */
export const BoardCell = memo(function BoardCell(props: Props) {
  const { cell, value, isInitial, incorrect, conflicts, isWrong, marks, highlight, isTabStop, takesFocus } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const color = incorrect ? 'text-danger' : isInitial ? 'text-ink' : 'text-link'
  const line = incorrect ? 'underline decoration-2 underline-offset-4' : ''
  return (
    <>
      <input
        ref={field}
        aria-label={nameField(cell, props)}
        aria-invalid={incorrect || undefined}
        value={value || ''}
        readOnly={isInitial}
        tabIndex={isTabStop ? 0 : -1}
        inputMode="none"
        autoComplete="off"
        enterKeyHint="next"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
        onFocus={() => props.onFocus(cell)}
        onKeyDown={(event) => props.onKeyDown(event, cell)}
        onChange={(event) => props.onType(event.target.value, cell)}
        className={`absolute inset-0 size-full cursor-pointer rounded-none text-center text-lead caret-transparent select-none md:text-heading print:bg-transparent print:shadow-none print:outline-none ${isInitial ? 'font-bold' : 'font-normal'} ${color} ${line} ${grounds[highlight]} focus-visible:outline-3 focus-visible:-outline-offset-3`}
      />
      {value === 0 && marks !== 0 && <Marks marks={marks} />}
      {isWrong && <Sign sign="×" corner="start-1" />}
      {conflicts && <Sign sign="!" corner="end-1" />}
    </>
  )
})

/** A sign also marks what is wrong, for players who don't see the colour; inside the focus ring. */
function Sign({ sign, corner }: { sign: string; corner: string }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute top-1 text-small font-bold leading-none text-danger md:text-ui md:leading-none ${corner}`}
    >
      {sign}
    </span>
  )
}

function Marks({ marks }: { marks: number }) {
  const marked = digitsIn(marks)
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-0.5 grid grid-cols-3 grid-rows-3 place-items-center text-[0.625rem] leading-none text-soft md:text-small md:leading-none"
    >
      {digits.map((digit) => (
        <span key={digit}>{marked.includes(digit) ? `${digit} ` : ''}</span>
      ))}
    </span>
  )
}
