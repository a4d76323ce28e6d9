import { nameCell } from '#lib/sudoku/describe-cell.ts'
import type { Cell } from '#lib/sudoku/game.ts'
import { cellCount, peers } from '#lib/sudoku/grid.ts'
import { BoardCell, type CellActions, type Highlight } from './board-cell.tsx'

type Props = CellActions & {
  title: string
  /** Nothing before the puzzle is there: the board keeps its place. */
  cells: readonly Cell[] | undefined
  /** The current cell. */
  at: number
  /** The current cell takes the focus. */
  takesFocus: boolean
  hinted: readonly number[]
}

const nine = Array.from({ length: 9 }, (_, index) => index)

/** The 9 × 9 grid; one cell is in the tab order, and the arrows move it. */
export function Board({ title, cells, at, takesFocus, hinted, onFocus, onKeyDown, onType }: Props) {
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA practices' grid is a table one moves through
      role="grid"
      aria-label={title}
      aria-busy={!cells}
      className="-mx-1 w-[calc(100%+0.5rem)] max-w-[36rem] table-fixed border-collapse border-2 border-ink bg-raised tabular-nums md:mx-0 md:w-full print:max-w-[16cm] print:border-ink"
    >
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
                  <div className="relative aspect-square">
                    {cells && (
                      <BoardCell
                        {...(cells[cell] as Cell)}
                        {...{ cell, onFocus, onKeyDown, onType }}
                        highlight={highlightOf(cell, at, cells, hinted)}
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
