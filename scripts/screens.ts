import { rmSync } from 'node:fs'
import { playwright } from './e2e/playwright.ts'

/**
 * `npm run screens [-- -g name]`: pictures of every screen at four widths, light and dark, into an ignored folder, with a
 * sheet for each screen. On the way it says what a program can see: what overflows, moves, flashes or breaks a rule of axe.
 */
const asked = process.argv.slice(2)
if (asked.length === 0) rmSync('screens', { recursive: true, force: true })
process.exit(await playwright(['--config', 'e2e/screens/playwright.config.ts', ...asked]))
