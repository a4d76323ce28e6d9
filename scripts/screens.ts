import { rmSync } from 'node:fs'
import { playwright } from './e2e/playwright.ts'

/**
 * `npm run screens [-- -g name]`: takes screenshots of every page at four widths, light and dark, into an ignored
 * folder, with an overview for each page. It also reports overflow, layout shifts, flashes and violations of axe's
 * rules.
 */
const asked = process.argv.slice(2)
if (asked.length === 0) rmSync('screens', { recursive: true, force: true })
process.exit(await playwright(['--config', 'e2e/screens/playwright.config.ts', ...asked]))
