import { spawn } from 'node:child_process'
import { playwright } from './e2e/playwright.ts'

/**
 * `npm run test:steady -- filter`: the browser tests that match, twenty times, beside two busy loops. A new or changed test
 * has to pass it before it is committed.
 */
const filter = process.argv.slice(2)
if (filter.length === 0) {
  console.error('Name the tests: npm run test:steady -- e2e/a-writer-writes.spec.ts [-g title]')
  process.exit(1)
}
const busy = Array.from({ length: 2 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
process.on('exit', () => {
  for (const loop of busy) loop.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exitCode = await playwright(['--repeat-each=20', '--reporter=line', ...filter])
process.exit()
