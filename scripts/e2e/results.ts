import { readFileSync } from 'node:fs'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'

export type Outcome = {
  /** Titles of the tests that failed. */
  failed: string[]
  /** Arguments that make Playwright run all of these again. */
  again: string[]
}

/**
 * Reads a report of Playwright's JSON reporter. Tests that did not run because an earlier one of their file failed are run
 * again with their whole file.
 * @returns undefined if there is more wrong than failed tests.
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

/** Skipped, and not by its own word. */
function didNotRun({ tests }: JSONReportSpec): boolean {
  return tests.some(
    ({ status, annotations }) => status === 'skipped' && !annotations.some(({ type }) => type === 'skip'),
  )
}
