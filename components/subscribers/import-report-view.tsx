import { type ReactNode, useEffect, useRef } from 'react'
import type { ImportReport } from '#contract/subscriber-files.ts'

type Props = {
  report: ImportReport
  /** The file's name. */
  name: string
  /** The next steps. */
  children?: ReactNode
}

const figures: { name: keyof ImportReport; label: string }[] = [
  { name: 'confirmed', label: 'get the newsletter' },
  { name: 'unconfirmed', label: 'wait for confirmation and get nothing' },
  { name: 'known', label: 'are already on this list' },
  { name: 'ended', label: 'unsubscribed here before and stay unsubscribed' },
  { name: 'suppressed', label: 'are suppressed and get no newsletters (see below)' },
  { name: 'not_subscribed', label: 'are not subscribed, according to the file' },
  { name: 'duplicates', label: 'appear in the file more than once' },
  { name: 'refused', label: 'can’t be read' },
]
const columnNames: Record<string, string> = {
  email: 'Email',
  proof: 'Confirmed on',
  timeZone: 'Time zone',
  status: 'Status',
  isSubscribed: 'Subscribed',
  isStopped: 'Stopped',
  endedAt: 'Ended on',
  suppressed: 'Suppressed',
}

/** The result of an import or of its dry run; every line of the file counts in one of the figures. */
export function ImportReportView({ report, name, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { dry_run, rows, stopped, columns, unused_columns, lines } = report
  const counted = figures.filter(({ name: figure }) => Number(report[figure]) > 0)
  return (
    <div className="flex w-full max-w-sentence flex-col gap-5 rounded-card border border-line bg-raised p-4 md:p-6">
      <h3 ref={heading} tabIndex={-1} className="wrap-anywhere font-semibold">
        {dry_run ? `Checked, nothing imported yet: ${name}` : `Imported: ${name}`}
      </h3>
      {stopped && (
        <p role="alert" className="text-danger">
          Line {stopped.line}: {stopped.reason} What stands before it {dry_run ? 'can be' : 'was'} imported.
        </p>
      )}
      <table className="w-full text-ui">
        <caption className="sr-only">What happens to the lines</caption>
        <tbody className="divide-y divide-line">
          {counted.map(({ name: figure, label }) => (
            <tr key={figure}>
              <td className="py-2 pe-4 text-end align-top font-semibold tabular-nums">
                {format(Number(report[figure]))}
              </td>
              <th scope="row" className="w-full py-2 text-start font-normal text-soft">
                {label}
              </th>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-edge">
          <tr>
            <td className="py-2 pe-4 text-end font-semibold tabular-nums">{format(rows)}</td>
            <th scope="row" className="py-2 text-start font-semibold">
              {rows === 1 ? 'line' : 'lines'} in the file
            </th>
          </tr>
        </tfoot>
      </table>
      <p className="wrap-anywhere text-small text-faint">
        Read from the columns{' '}
        {Object.entries(columns)
          .map(([meaning, column]) => `“${column}” (${columnNames[meaning] ?? meaning})`)
          .join(', ')}
        .{unused_columns.length > 0 && ` Not used: ${unused_columns.join(', ')}.`}
      </p>
      {lines.length > 0 && <Lines lines={lines} />}
      {children}
    </div>
  )
}

function Lines({ lines }: { lines: ImportReport['lines'] }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center text-ui font-semibold">
        {lines.length === 1 ? 'One line' : `${format(lines.length)} lines`} to look at
        {lines.length >= 1_000 && ' (the first thousand)'}
      </summary>
      <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line text-small">
        {lines.map(({ line, email, reason }) => (
          <li key={line} className="py-2 wrap-anywhere">
            <span className="font-semibold tabular-nums">Line {line}</span>
            {email && <>: {email}</>}
            <br />
            <span className="text-soft">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function format(count: number): string {
  return count.toLocaleString('en-GB')
}
