import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { findBrowser } from '#scripts/e2e/find-browser.ts'
import { runProduct } from '#scripts/run-product.ts'
import { buildIfStale } from '#scripts/start/build.ts'
import { print, type Row } from './support/report.ts'

/** `npm run lighthouse`: the mobile audit of home, a list and a story; fails below the targets of the design. */
const targets: Record<string, number> = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const debugPort = 9333

await buildIfStale()
const product = await runProduct({
  PORT: 3413,
  PRODUCT_API_PORT: 4413,
  DATA_DIR: mkdtempSync(join(tmpdir(), 'lighthouse-')),
})
const browser = spawn(
  findBrowser().path,
  [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    `--remote-debugging-port=${debugPort}`,
    `--user-data-dir=${mkdtempSync(join(tmpdir(), 'chromium-'))}`,
  ],
  { stdio: 'ignore' },
)
try {
  await waitForBrowser()
  const [story] = (await (await fetch(`${product.url}/api/contents?limit=1`)).json()) as { slug: string }[]
  const rows: Row[] = []
  for (const path of ['/', '/articles/technology', `/article/${story?.slug}`]) {
    const result = await lighthouse(product.url + path, {
      port: debugPort,
      output: 'json',
      logLevel: 'error',
      onlyCategories: Object.keys(targets),
    })
    if (!result) throw new Error(`Lighthouse gave no result for ${path}`)
    const categories = Object.entries(targets).map(([id, target]) => {
      const score = Math.round((result.lhr.categories[id]?.score ?? 0) * 100)
      if (score < target) {
        process.exitCode = 1
        const failed = (result.lhr.categories[id]?.auditRefs ?? []).filter(
          ({ id: audit, weight }) => weight > 0 && (result.lhr.audits[audit]?.score ?? 1) < 1,
        )
        console.error(`${path} ${id} ${score}: ${failed.map(({ id: audit }) => audit).join(', ')}`)
      }
      return `${id} ${score}`
    })
    rows.push({ what: path, result: categories.join(', '), target: Object.values(targets).join(' / ') })
  }
  print('Lighthouse, mobile', rows)
} finally {
  browser.kill()
  await product.stop()
}

async function waitForBrowser(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const up = await fetch(`http://127.0.0.1:${debugPort}/json/version`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Chromium did not open its debugging port')
}
