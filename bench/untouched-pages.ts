import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '#scripts/e2e/find-browser.ts'
import { runProduct } from '#scripts/run-product.ts'
import type { Row } from './support/report.ts'

/** How much script a page loads and runs while it is untouched, and once it is touched. */
export async function untouchedPages(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const product = await runProduct({ PORT: 3421, PRODUCT_API_PORT: 4421, DATA_DIR: dataDir })
  const browser = await chromium.launch({ executablePath: findBrowser().path, args: ['--no-sandbox'] })
  try {
    const [story] = (await (await fetch(`${product.url}/api/contents?limit=1`)).json()) as { slug: string }[]
    const pages = { story: `/article/${story?.slug}`, list: '/articles/all', home: '/' }
    const rows: Row[] = []
    for (const [name, path] of Object.entries(pages)) rows.push(...(await measure(browser, name, product.url + path)))
    return rows
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function measure(browser: Browser, name: string, address: string): Promise<Row[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  const loaded = async () => (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0)
  await page.coverage.startJSCoverage()
  await page.goto(address, { waitUntil: 'networkidle' })
  const untouched = { loaded: await loaded(), run: await runSoFar(page) }
  await page.mouse.wheel(0, 300)
  await page.waitForFunction(() => document.body.hasAttribute('data-awake'))
  await page.waitForLoadState('networkidle')
  const touched = { loaded: await loaded() }
  await context.close()
  return [
    {
      what: `${name}, untouched: scripts loaded (gzip), scripts run, lines in the page included`,
      result: `${kilobytes(untouched.loaded)}, ${kilobytes(untouched.run)}`,
    },
    { what: `${name}, scrolled: scripts loaded (gzip)`, result: kilobytes(touched.loaded) },
  ]
}

/** Without data: the JSON in the page is never run. */
async function runSoFar(page: Page): Promise<number> {
  const run = await page.coverage.stopJSCoverage()
  return run.reduce((sum, { source }) => sum + Buffer.byteLength(source ?? ''), 0)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
