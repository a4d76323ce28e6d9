import { spawnSync } from 'node:child_process'
import { findBrowser } from './e2e/find-browser.ts'
import { buildIfStale } from './start/build.ts'

/** `npm run test:e2e [-- filter]`: the browser tests against the production build, with a browser it finds or gets. */
const browser = findBrowser()
console.log(`browser: ${browser.path} (${browser.origin})`)
await buildIfStale()
const asked = process.argv.slice(2)
// What is asked for by name does not wait for all others.
const args = asked.length > 0 ? ['--no-deps', ...asked] : []
const { status } = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...args], {
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: browser.path },
})
process.exit(status ?? 1)
