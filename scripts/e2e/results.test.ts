import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOutcome } from './results.ts'

const folder = mkdtempSync(join(tmpdir(), 'results-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Test = { title: string; line: number; status: 'expected' | 'unexpected' | 'skipped'; skippedByItself?: boolean }

const specOf = (file: string, { title, line, status, skippedByItself }: Test) => ({
  ...{ title, file, line, ok: status !== 'unexpected' },
  tests: [{ status, annotations: skippedByItself ? [{ type: 'skip' }] : [] }],
})

/** A report as Playwright's JSON reporter writes it, with the tests of each file in a suite inside of the file's. */
function outcomeOf(files: Record<string, Test[]>, errors: object[] = []) {
  const suites = Object.entries(files).map(([file, tests]) => ({
    specs: [],
    suites: [{ specs: tests.map((test) => specOf(file, test)) }],
  }))
  const report = join(folder, 'report.json')
  writeFileSync(report, JSON.stringify({ suites, errors }))
  return readOutcome(report)
}

const passed: Test = { title: 'reads', line: 3, status: 'expected' }
const failed: Test = { title: 'writes', line: 9, status: 'unexpected' }

describe('the outcome of the browser tests', () => {
  test('names the failed tests, and how to run them again', () => {
    expect(outcomeOf({ 'a.spec.ts': [passed, failed], 'b.spec.ts': [passed] })).toEqual({
      failed: ['a.spec.ts › writes'],
      again: ['e2e/a.spec.ts:9'],
    })
  })

  test('asks for the whole file if tests after the failed one did not run', () => {
    const left: Test = { title: 'publishes', line: 20, status: 'skipped' }
    expect(outcomeOf({ 'a.spec.ts': [passed, failed, left] })).toEqual({
      failed: ['a.spec.ts › writes'],
      again: ['e2e/a.spec.ts'],
    })
  })

  test('leaves out a test that skipped itself', () => {
    const left: Test = { title: 'needs Java', line: 20, status: 'skipped', skippedByItself: true }
    expect(outcomeOf({ 'a.spec.ts': [failed, left] })).toMatchObject({ again: ['e2e/a.spec.ts:9'] })
  })

  test('is unknown if there are other errors than failed tests', () => {
    expect(outcomeOf({ 'a.spec.ts': [failed] }, [{ message: 'the site did not start' }])).toBeUndefined()
  })
})
