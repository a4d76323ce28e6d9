import { spawn } from 'node:child_process'
import { buildIfStale } from '../start/build.ts'
import { findBrowser } from './find-browser.ts'

/** Runs Playwright's tests against the production build, with a browser it finds or gets. @returns its exit code. */
export async function playwright(args: string[], env: Record<string, string> = {}): Promise<number> {
  const browser = findBrowser()
  console.log(`browser: ${browser.path} (${browser.origin})`)
  await buildIfStale()
  const child = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...args], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: browser.path, ...env },
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}
