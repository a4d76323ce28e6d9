import { columnOf, type Grid, rowOf } from '#lib/sudoku/grid.ts'
import { type LevelName, labelOf } from '#lib/sudoku/levels.ts'
import { linkTo } from '#lib/sudoku/link.ts'

type Props = {
  /** E.g. `2026-11-23`. */
  date: string
  level: LevelName
  givens: Grid
}

/** The puzzle of a day, drawn, and the way to it: the link names the day, so it always opens the one that is drawn. */
export function DailyCard({ date, level, givens }: Props) {
  return (
    <section aria-labelledby="daily-sudoku" className="daily-card group">
      <MiniGrid givens={givens} />
      <div className="flex min-w-0 flex-col gap-1.5">
        <h2 id="daily-sudoku" className="font-serif text-lead font-semibold">
          <a href={linkTo({ kind: 'daily', date })} className="card-link">
            Today’s Sudoku
          </a>
        </h2>
        <p className="text-pretty text-soft">{labelOf(level)}, and a new one every day.</p>
        <p aria-hidden="true" className="pt-1 text-small font-semibold text-link group-hover:underline">
          Play
        </p>
      </div>
    </section>
  )
}

const cell = 10
const side = 9 * cell

function MiniGrid({ givens }: { givens: Grid }) {
  const lines = [1, 2, 4, 5, 7, 8]
  const boxes = [3, 6]
  return (
    <svg viewBox={`-1 -1 ${side + 2} ${side + 2}`} aria-hidden="true" className="daily-grid">
      <path d={drawn(lines)} className="daily-line" />
      <path d={`M0 0h${side}v${side}H0Z${drawn(boxes)}`} className="daily-box" />
      {givens.map((digit, at) =>
        digit === 0 ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its place
          <text key={at} x={(columnOf(at) + 0.5) * cell} y={(rowOf(at) + 0.5) * cell}>
            {digit}
          </text>
        ),
      )}
    </svg>
  )
}

function drawn(at: readonly number[]): string {
  return at.map((line) => `M${line * cell} 0v${side}M0 ${line * cell}h${side}`).join('')
}
