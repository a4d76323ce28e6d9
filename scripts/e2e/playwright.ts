import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from '../start/build.ts'
import { findBrowser } from './find-browser.ts'

/** Runs Playwright's tests against the production build, with a browser it finds or gets. @returns its exit code. */
export async function playwright(args: string[], env: Record<string, string> = {}): Promise<number> {
  const browser = findBrowser()
  console.log(`browser: ${browser.path} (${browser.origin})`)
  const store = mkdtempSync(join(tmpdir(), 'e2e-store-'))
  process.on('exit', () => rmSync(store, { recursive: true, force: true }))
  const [code] = await Promise.all([run('e2e/support/make-store.ts', [store]), buildIfStale()])
  if (code !== 0) return code
  const added = { CHROMIUM_PATH: browser.path, E2E_STORE: store, ...env }
  return run('node_modules/@playwright/test/cli.js', ['test', ...args], added)
}

function run(file: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit', env: { ...process.env, ...env } })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}
