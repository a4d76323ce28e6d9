import type { ImportReport } from '#contract/subscriber-files.ts'
import type { Columns } from './columns.ts'

export type Figure =
  | 'confirmed'
  | 'unconfirmed'
  | 'known'
  | 'ended'
  | 'suppressed'
  | 'not_subscribed'
  | 'duplicates'
  | 'refused'

const linesMost = 1_000

export function emptyReport(isDry: boolean, { used, unused }: Columns): ImportReport {
  return {
    ...{ dry_run: isDry, rows: 0, imported: 0, confirmed: 0, unconfirmed: 0, known: 0, ended: 0, suppressed: 0 },
    ...{
      not_subscribed: 0,
      duplicates: 0,
      refused: 0,
      lines: [],
      columns: used,
      unused_columns: unused,
      stopped: null,
    },
  }
}

export function countRow(report: ImportReport, figure: Figure): void {
  report.rows++
  report[figure]++
  if (figure === 'confirmed' || figure === 'unconfirmed') report.imported++
}

export function noteLine(report: ImportReport, note: ImportReport['lines'][number]): void {
  if (report.lines.length < linesMost) report.lines.push(note)
}
