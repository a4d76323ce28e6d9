import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findBrowser } from '#scripts/e2e/find-browser.ts'
import { runProduct } from '#scripts/run-product.ts'
import { buildIfStale } from '#scripts/start/build.ts'
import { print, type Row } from './support/report.ts'

/** `npm run lighthouse`: the mobile audit of the pages that people meet most; fails below the targets of the design. */
const targets: Record<string, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const debugPort = 9333
const administrator = { email: 'admin@bytewise.example', password: 'a lamp above the harbour' }

await buildIfStale()
const product = await runProduct({
  PORT: 3413,
  PRODUCT_API_PORT: 4413,
  DATA_DIR: mkdtempSync(join(tmpdir(), 'lighthouse-')),
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
})
// The audit opens its tabs in this context, so they have its cookies.
const browser = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'chromium-')), {
  executablePath: findBrowser().path,
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debugPort}`],
  viewport: null,
})
try {
  const [story] = (await (await fetch(`${product.url}/api/contents?limit=1`)).json()) as { slug: string }[]
  const pages: AuditedPage[] = [
    { path: '/' },
    { path: '/articles/technology' },
    { path: `/article/${story?.slug}` },
    { path: '/sudoku' },
    { path: '/search?q=the', isUnlisted: true },
    { path: '/users/login', isUnlisted: true },
    { path: '/new-story', isUnlisted: true, isSignedIn: true },
  ]
  const rows: Row[] = []
  for (const page of pages) {
    if (page.isSignedIn) await signIn(browser, product.url)
    rows.push(await audit(product.url, page))
  }
  print('Lighthouse, mobile', rows)
} finally {
  await browser.close()
  await product.stop()
}

type AuditedPage = {
  path: string
  /** It tells search engines to leave it out, which Lighthouse would count as a fault. */
  isUnlisted?: true
  isSignedIn?: true
}

async function audit(url: string, { path, isUnlisted }: AuditedPage): Promise<Row> {
  const result = await lighthouse(url + path, {
    port: debugPort,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.keys(targets),
    ...(isUnlisted && { skipAudits: ['is-crawlable'] }),
  })
  if (!result) throw new Error(`Lighthouse gave no result for ${path}`)
  const shown = result.lhr.finalDisplayedUrl
  if (new URL(shown).pathname !== new URL(url + path).pathname)
    throw new Error(`${path} led to ${shown}, which was audited in its place`)
  const scores = Object.entries(targets).map(([id, target]) => {
    const category = result.lhr.categories[id]
    const score = Math.round((category?.score ?? 0) * 100)
    if (score < target) {
      process.exitCode = 1
      const failed = (category?.auditRefs ?? []).filter(
        ({ id: name, weight }) => weight > 0 && (result.lhr.audits[name]?.score ?? 1) < 1,
      )
      console.error(`${path} ${id} ${score}: ${failed.map(({ id: name }) => name).join(', ')}`)
    }
    return `${id} ${score}`
  })
  return { what: path, result: scores.join(', '), target: Object.values(targets).join(' / ') }
}

/** The browser is then signed in as the administrator. */
async function signIn({ request }: BrowserContext, url: string): Promise<void> {
  const csrf = await request.get(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  await request.post(`${url}/api/auth/callback/credentials`, {
    headers: { origin: url },
    form: { csrfToken, ...administrator, json: 'true', callbackUrl: url },
  })
}
