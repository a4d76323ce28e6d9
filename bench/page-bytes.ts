import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { byteBudget, type PageBytes } from '#e2e/support/byte-budget.ts'
import { addresses, measurePage, type Name } from '#e2e/support/page-bytes.ts'
import { findBrowser } from '#scripts/e2e/find-browser.ts'
import { runProduct } from '#scripts/run-product.ts'
import type { Row } from './support/report.ts'

const parts = ['plain', 'html', 'css', 'fonts', 'scripts', 'touched', 'requests'] as const

/** The bytes of pages that anyone may open, beside their limits in the gate. */
export async function pageBytes(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const product = await runProduct({ PORT: 3421, PRODUCT_API_PORT: 4421, DATA_DIR: dataDir })
  const browser = await chromium.launch({ executablePath: findBrowser().path, args: ['--no-sandbox'] })
  try {
    const rows: Row[] = []
    for (const name of Object.keys(byteBudget) as Name[]) {
      if (name === 'new story') continue
      const context = await browser.newContext({ baseURL: product.url })
      const page = await context.newPage()
      const measured = await measurePage(page, (await addresses(context.request))[name])
      await context.close()
      rows.push({ what: `${name}: ${parts.join(', ')}`, result: inWords(measured), target: inWords(byteBudget[name]) })
    }
    return rows
  } finally {
    await browser.close()
    await product.stop()
  }
}

function inWords(bytes: PageBytes): string {
  return parts.map((part) => (part === 'requests' ? bytes[part] : (bytes[part] / 1000).toFixed(1))).join(', ')
}
