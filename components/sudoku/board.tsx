import { type CSSProperties, useEffect, useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { nameCell } from '#lib/sudoku/describe-cell.ts'
import type { Cell } from '#lib/sudoku/game.ts'
import { cellCount, columnOf, peers, rowOf } from '#lib/sudoku/grid.ts'
import { BoardCell, type CellActions, type Highlight } from './board-cell.tsx'

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
