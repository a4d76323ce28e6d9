import { type CSSProperties, memo, useEffect, useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { nameCell, nameField } from '#lib/sudoku/describe-cell.ts'
import type { Cell } from '#lib/sudoku/game.ts'
import { cellCount, columnOf, digits, digitsIn, peers, rowOf } from '#lib/sudoku/grid.ts'

type Highlight = 'none' | 'peer' | 'same' | 'hint' | 'current'

type CellActions = {
  onFocus: (cell: number) => void
  onKeyDown: (event: React.KeyboardEvent, cell: number) => void
  onType: (text: string, cell: number) => void
}

type Props = CellActions & {
  title: string
  /** Undefined before the puzzle is ready: the board keeps its place. */
  cells: readonly Cell[] | undefined
  /** The current cell. */
  at: number
  /** The current cell takes the focus. */
  takesFocus: boolean
  hinted: readonly number[]
  isSolved: boolean
  /** Where the player has just placed the last digit: a wave runs from there. */
  waveFrom: number | undefined
}

const nine = Array.from({ length: 9 }, (_, index) => index)

/** The 9 × 9 grid; one cell is in the tab order, and the arrows move it. */
export function Board({ title, cells, at, takesFocus, hinted, isSolved, waveFrom, ...actions }: Props) {
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA practices' grid is a table one moves through
      role="grid"
      aria-label={title}
      aria-busy={!cells}
      data-wave={waveFrom === undefined ? undefined : ''}
      className="sudoku-board table-fixed border-collapse border-2 border-ink bg-raised tabular-nums print:border-ink"
    >
      {/* Columns of a known width: a board whose first row is still on its way would show wide cells that shrink. */}
      <colgroup>
        <col span={9} />
      </colgroup>
      <tbody>
        {nine.map((row) => (
          <tr
            key={row}
            aria-label={`Row ${row + 1}`}
            className={row % 3 === 2 ? 'border-b-2 border-b-ink' : 'border-b border-b-edge'}
          >
            {nine.map((column) => {
              const cell = row * 9 + column
              return (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid's table it is a gridcell
                <td
                  key={cell}
                  aria-label={cells && nameCell(cell, cells[cell] as Cell)}
                  aria-selected={cell === at}
                  aria-readonly={cells?.[cell]?.isInitial || undefined}
                  className={`p-0 ${column % 3 === 2 ? 'border-e-2 border-e-ink' : 'border-e border-e-edge'}`}
                >
                  <div className="sudoku-cell relative aspect-square" style={waveOf(cell, waveFrom)}>
                    {cells && (
                      <BoardCell
                        {...(cells[cell] as Cell)}
                        {...{ cell, ...actions }}
                        highlight={isSolved ? 'none' : highlightOf(cell, at, cells, hinted)}
                        isTabStop={cell === at}
                        takesFocus={takesFocus && cell === at}
                      />
                    )}
                  </div>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function highlightOf(cell: number, at: number, cells: readonly Cell[], hinted: readonly number[]): Highlight {
  if (cell === at) return 'current'
  if (hinted.includes(cell)) return 'hint'
  const value = cells[at]?.value
  if (value && cells[cell]?.value === value) return 'same'
  return at < cellCount && peers[at]?.includes(cell) ? 'peer' : 'none'
}

/** Cells start one after the other, by how far they are from the last one; app/styles/sudoku.css has the times. */
function waveOf(cell: number, from: number | undefined): CSSProperties | undefined {
  if (from === undefined) return undefined
  const steps = Math.max(Math.abs(rowOf(cell) - rowOf(from)), Math.abs(columnOf(cell) - columnOf(from)))
  return { '--wave': steps } as CSSProperties
}

type PausedBoardProps = {
  /** The player has just paused, and the focus was in an element that is gone now. */
  takesFocus: boolean
  onResume: () => void
}

/** Takes the board's place: the digits are gone for eyes and screen readers alike. */
export function PausedBoard({ takesFocus, onResume }: PausedBoardProps) {
  const resume = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) resume.current?.focus()
  }, [takesFocus])
  return (
    // The lines between the board's rows make it three pixels higher than it is wide.
    <div className="sudoku-board border-2 border-edge bg-raised pb-[3px]">
      <div className="flex aspect-square flex-col items-center justify-center gap-5">
        <p className="font-serif text-lead">The game is paused.</p>
        <button ref={resume} type="button" onClick={onResume} className={buttonStyle.primary}>
          Resume
        </button>
      </div>
    </div>
  )
}

type CellProps = Cell & CellActions & { cell: number; highlight: Highlight; isTabStop: boolean; takesFocus: boolean }

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
const BoardCell = memo(function BoardCell(props: CellProps) {
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
