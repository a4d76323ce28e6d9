import type { Frequency } from '#contract/frequencies.ts'
import type { ImportEvent, ImportReport } from '#contract/subscriber-files.ts'
import { refusalOf } from './call-failure.ts'
import { type SendFileOptions, sendFileForEvents } from './send-file.ts'

export type ImportSettings = {
  category: string
  frequency: Frequency
  vouched: boolean
  /** Only says what it would do. */
  dryRun: boolean
}

/** A million lines take a few minutes. */
const patienceMs = 60 * 60_000

/** How many lines the server has read, and which share of the file they are, from 0 to 1. */
export type ReadSoFar = { rows: number; share: number }

/**
 * Imports a CSV file of subscribers through the BFF.
 * @throws as `sendFile` does.
 */
export async function importSubscribers(
  file: Blob,
  { category, frequency, vouched, dryRun }: ImportSettings,
  { onRead, ...options }: SendFileOptions & { onRead?: (read: ReadSoFar) => void } = {},
): Promise<ImportReport> {
  const query = new URLSearchParams({ category, frequency, vouched: `${vouched}`, dry_run: `${dryRun}` })
  const path = `/newsletters/subscribers/import?${query}`
  const last = await sendFileForEvents<ImportEvent>(file, {
    ...{ path, type: 'text/csv', patienceMs, ...options },
    onEvent: (event) => event.kind === 'progress' && onRead?.({ rows: event.rows, share: event.share }),
  })
  if (last.kind === 'end') return last.report
  throw last.kind === 'problem' ? refusalOf(last.problem.status, null, last.problem) : new Error('There is no end')
}
