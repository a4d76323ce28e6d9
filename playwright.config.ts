import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { siteUrl } from './e2e/support/address.ts'

// No program that a test starts reads a developer's .env.
process.env.ENV_FILE = 'off'
// Reading stories aloud would take the processor that other tests need.
process.env.NARRATE_STORIES = 'off'

// One more than cores: now and then each of them waits, for a save or a report.
const workers = Number(process.env.E2E_WORKERS ?? availableParallelism() + 1)

export default defineConfig({
  testDir: 'e2e',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers,
  fullyParallel: true,
  forbidOnly: true,
  // `scripts/e2e.ts` tries a failed test once more, alone.
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL: siteUrl,
    // A trace (`--trace retain-on-failure`) costs a sixth of the time.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Opens a page in the process of the empty one that a context begins with: a quarter less work for a page.
        '--renderer-process-limit=1',
      ],
    },
  },
  // A site and a database for each worker: no test sees what another one writes at the same time.
  webServer: {
    command: `node e2e/support/sites.ts ${workers}`,
    wait: { stdout: /All sites answer/ },
    timeout: 120_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
