import { spawn } from 'node:child_process'
import { buildIfStale } from '../start/build.ts'
import { findBrowser } from './find-browser.ts'

/** Installs a browser and builds the web if necessary. @returns the browser's path. */
export async function prepare(): Promise<string> {
  const browser = findBrowser()
  console.log(`browser: ${browser.path} (${browser.origin})`)
  await buildIfStale()
  return browser.path
}

/** Runs Playwright's tests against the production build. @returns its exit code. */
export async function playwright(args: string[], env: Record<string, string> = {}): Promise<number> {
  const browserPath = await prepare()
  const child = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...args], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: browserPath, ...env },
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}
