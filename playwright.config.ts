import { defineConfig } from '@playwright/test'
import { sitePort, siteUrl } from './e2e/support/address.ts'

// No program that a test starts reads a developer's .env.
process.env.ENV_FILE = 'off'

const writers =
  /(?:a-(?:hostile-)?writer|an-admin-(?:sends|adds|watches|runs)|every-mail|a-reader-(?:listens|reads-offline|sets)|a-person-owns)-?.*\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
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
      ],
    },
  },
  // Readers count on the stories that are there: those who publish come when they have gone (`publish` sees to it).
  projects: [
    { name: 'reading', testIgnore: writers },
    { name: 'writing', testMatch: writers, dependencies: ['reading'] },
  ],
  webServer: {
    command: 'node e2e/support/site.ts',
    url: `${siteUrl}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: String(sitePort) },
  },
})
