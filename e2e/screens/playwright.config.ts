import { defineConfig } from '@playwright/test'
import tests from '../../playwright.config.ts'

/** The site and the browser of the tests; what comes of it are pictures. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: '*.screens.ts',
  outputDir: '../../test-results/screens',
  globalTeardown: './make-sheets.ts',
  projects: [{ name: 'screens' }],
  use: { ...tests.use, screenshot: 'off' },
  webServer: [tests.webServer ?? []].flat().map((server) => ({ ...server, cwd: '../..' })),
})
