import type { ReactNode } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartPoint } from './chart-points.ts'

type Column<M> = { measure: M; name: string }

type Props<M extends string> = {
  id: string
  title: string
  heading?: 'h2' | 'h3'
  /** The chart in one sentence, for screen readers. */
  summary: string
  /** Replaces the chart if there is nothing to draw. */
  empty?: ReactNode
  /** Explains the figures. It stands below them, so that charts side by side begin at one height. */
  note?: string
  points: readonly ChartPoint<M>[]
  /** The one that is drawn first; the table has all of them. */
  columns: readonly [Column<M>, ...Column<M>[]]
}

/** One figure over time: a sentence, a chart, and the same as a table, which needs no scripts. */
export function FigureChart<M extends string>({
  id,
  title,
  heading: Heading = 'h3',
  summary,
  empty,
  note,
  points,
  columns,
}: Props<M>) {
  const [drawn] = columns
  const isEmpty = points.every((point) => columns.every(({ measure }) => point[measure] === 0))
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <Heading id={id} className="font-serif text-lead font-semibold">
        {title}
      </Heading>
      <p className="max-w-sentence text-pretty text-soft">{summary}</p>
      {isEmpty ? (
        empty && <p className="max-w-sentence text-pretty text-faint">{empty}</p>
      ) : (
        <>
          <ChartFrame
            name={`${title}, a chart. The table below has the same figures.`}
            of={drawn.name}
            points={points.map((point) => ({ label: point.label, when: point.when, value: point[drawn.measure] }))}
          />
          {note && <p className="max-w-sentence text-pretty text-small text-faint">{note}</p>}
          <FigureTable title={title} points={points} columns={columns} />
        </>
      )}
    </section>
  )
}

function FigureTable<M extends string>({ title, points, columns }: Pick<Props<M>, 'title' | 'points' | 'columns'>) {
  return (
    <details>
      <summary className="flex min-h-11 w-fit items-center text-ui text-link underline underline-offset-2">
        Show as a table<span className="sr-only">: {title}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section aria-label={`${title}, table`} tabIndex={0} className="max-h-80 overflow-auto border-y border-line">
        <table className="w-full text-ui">
          <caption className="sr-only">{title}, the latest first</caption>
          <thead>
            <tr className="text-small text-faint">
              <th scope="col" className="py-2 pe-4 text-start font-normal">
                When
              </th>
              {columns.map(({ measure, name }) => (
                <th key={measure} scope="col" className="py-2 ps-4 text-end font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {points.toReversed().map((point) => (
              <tr key={point.when}>
                <th scope="row" className="py-2 pe-4 text-start font-normal">
                  {point.when}
                </th>
                {columns.map(({ measure }) => (
                  <td key={measure} className="py-2 ps-4 text-end tabular-nums">
                    {point[measure].toLocaleString('en-GB')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
