import { readFileSync } from 'node:fs'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'

export type Outcome = {
  /** The titles of the failed tests. */
  failed: string[]
  /** The arguments for Playwright to run them again. */
  again: string[]
}

/**
 * Reads a report of Playwright's JSON reporter. If a failure kept later tests of its file from running, the whole file
 * is run again.
 * @returns undefined if there are other errors than failed tests.
 */
export function readOutcome(file: string): Outcome | undefined {
  const { suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport
  if (errors.length > 0) return undefined
  const specs = suites.flatMap(specsOf)
  const failed = specs.filter(({ ok }) => !ok)
  const left = new Set(specs.filter(didNotRun).map((spec) => spec.file))
  const again = failed.map((spec) => (left.has(spec.file) ? `e2e/${spec.file}` : `e2e/${spec.file}:${spec.line}`))
  return { failed: failed.map(({ title, file }) => `${file} › ${title}`), again: [...new Set(again)] }
}

function specsOf(suite: JSONReportSuite): JSONReportSpec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

/** Whether a test was skipped because of another one, not by itself. */
function didNotRun({ tests }: JSONReportSpec): boolean {
  return tests.some(
    ({ status, annotations }) => status === 'skipped' && !annotations.some(({ type }) => type === 'skip'),
  )
}
