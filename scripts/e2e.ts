import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playwright, prepare } from './e2e/playwright.ts'
import { readOutcome } from './e2e/results.ts'

/**
 * `npm run test:e2e [-- filter]`: the browser tests. A failed test is retried once, alone; if it passes then, it is
 * reported as unsteady. More than two failed tests fail the run. `--prepare` only installs the browser and builds the
 * web.
 */
const unsteadyMost = 2

if (process.argv.includes('--prepare')) {
  await prepare()
  process.exit()
}

const folder = mkdtempSync(join(tmpdir(), 'e2e-'))
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? join(folder, 'report.json')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const reported = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
const code = await playwright(['--reporter=list,json', ...process.argv.slice(2)], reported)
if (code === 0) process.exit(0)

const outcome = existsSync(report) ? readOutcome(report) : undefined
if (!outcome || outcome.failed.length === 0) process.exit(code)
if (outcome.failed.length > unsteadyMost) {
  console.error(`${outcome.failed.length} tests failed, more than the ${unsteadyMost} that are tried once more.`)
  process.exit(code)
}
console.log('Once more, alone:')
if ((await playwright(['--reporter=list', ...outcome.again], { E2E_WORKERS: '1' })) !== 0) process.exit(1)
for (const title of outcome.failed) console.log(`unsteady: ${title}`)
