import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { findBrowser } from './e2e/find-browser.ts'
import { buildIfStale } from './start/build.ts'

/**
 * `npm run screens [-- -g name]`: pictures of every screen at four widths, light and dark, into an ignored folder, with a
 * sheet for each screen. On the way it says what a program can see: what overflows, moves, flashes or breaks a rule of axe.
 */
const browser = findBrowser()
await buildIfStale()
const asked = process.argv.slice(2)
if (asked.length === 0) rmSync('screens', { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/screens/playwright.config.ts', ...asked],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: browser.path } },
)
process.exit(status ?? 1)
