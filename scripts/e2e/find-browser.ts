import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

export type Browser = { path: string; origin: string }

// The headless shell is the same engine without a window: the tests take two thirds of the time.
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/**
 * Finds a Chromium for the tests: the one of CHROMIUM_PATH, an installed one, Playwright's (downloaded if possible), or
 * Debian's package; preferably as a headless shell.
 * @throws Error if there is none.
 */
export function findBrowser(): Browser {
  const named = process.env.CHROMIUM_PATH
  if (named) return { path: named, origin: 'named by CHROMIUM_PATH' }
  const found = installed.find((path) => existsSync(path))
  if (found) return { path: found, origin: 'installed on this machine' }
  if (existsSync(chromium.executablePath()))
    return { path: chromium.executablePath(), origin: "Playwright's, downloaded before" }

  console.log("no browser is installed: trying Playwright's download")
  run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium')
  if (existsSync(chromium.executablePath())) return { path: chromium.executablePath(), origin: "Playwright's download" }

  console.log("that failed: trying Debian's packages")
  run('apt-get', 'update')
  for (const name of ['chromium-headless-shell', 'chromium']) {
    run('apt-get', 'install', '--yes', '--no-install-recommends', name)
    const path = installed.find((candidate) => existsSync(candidate))
    if (path) return { path, origin: "Debian's package" }
  }
  throw new Error('No Chromium can be had: install one and name it with CHROMIUM_PATH.')
}

function run(command: string, ...args: string[]): void {
  spawnSync(command, args, {
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
