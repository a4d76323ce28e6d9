import type { Frequency } from '#contract/newsletters.ts'
import type { ImportReport } from '#contract/subscriber-files.ts'
import { type SendFileOptions, sendFile } from './send-file.ts'

export type ImportSettings = {
  category: string
  frequency: Frequency
  vouched: boolean
  /** Only says what it would do. */
  dryRun: boolean
}

/** A million lines take some minutes. */
const patienceMs = 60 * 60_000

/**
 * Imports a CSV file of subscribers through the BFF.
 * @throws as `sendFile` does.
 */
export function bringSubscribers(
  file: Blob,
  { category, frequency, vouched, dryRun }: ImportSettings,
  options: SendFileOptions = {},
): Promise<ImportReport> {
  const query = new URLSearchParams({ category, frequency, vouched: `${vouched}`, dry_run: `${dryRun}` })
  return sendFile(file, { path: `/newsletters/subscribers/import?${query}`, type: 'text/csv', patienceMs, ...options })
}
