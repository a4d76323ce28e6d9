import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '#scripts/e2e/find-browser.ts'
import { runProduct } from '#scripts/run-product.ts'
import { percentilesOf } from './support/load.ts'
import type { Row } from './support/report.ts'
import { send, signUpAndIn } from './support/signed-in.ts'

const words = 20_000
const wordsOfParagraph = 80
const keys = 400

/** Measures the bytes that the editor loads beyond an article's page, and how long a key takes in a story of 20,000 words. */
export async function editor(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const product = await runProduct({ PORT: 3419, PRODUCT_API_PORT: 4419, DATA_DIR: dataDir })
  const browser = await chromium.launch({ executablePath: findBrowser().path, args: ['--no-sandbox'] })
  try {
    const cookie = await signUpAndIn(product.url)
    const story = { title: 'A long story', content: longText(), category: 'fiction', isDraft: true }
    const { slug } = await send<{ slug: string }>('POST', `${product.url}/api/contents`, cookie, story)
    const context = await browser.newContext()
    await context.addCookies(
      cookie.split('; ').map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return { name, value: value.join('='), url: product.url }
      }),
    )
    const page = await context.newPage()
    const bytes = await scriptBytes(page, `${product.url}/article/${slug}/edit`)
    const { p50, p95, p99 } = percentilesOf(await typing(page))
    return [
      { what: 'JavaScript of the editor page, all it loads, gzip', result: `${(bytes / 1000).toFixed(1)} KB` },
      {
        what: `a key in a story of ${words.toLocaleString('en')} words, ${keys} keys`,
        result: `p50 ${p50} / p95 ${p95} / p99 ${p99} ms`,
        target: 'p95 < 16 ms',
      },
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function scriptBytes(page: Page, address: string): Promise<number> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Story', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  return (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0)
}

type TraceEvent = {
  name: string
  ph: string
  ts: number
  dur?: number
  tid: number
  args?: { data?: { type?: string } }
}

/** The work of the page's main thread for each key, from its keydown to the next one: handlers, layout, paint and what they put off. */
async function typing(page: Page): Promise<number[]> {
  const text = page.getByRole('textbox', { name: 'Story', exact: true })
  await text.getByText('word 100.', { exact: false }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.type('warm up ', { delay: 40 })
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const traceConfig = { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] }
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  for (let count = 0; count < keys; count++) await page.keyboard.type('typing '[count % 7] ?? ' ', { delay: 40 })
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return workByKey(events)
}

function workByKey(events: TraceEvent[]): number[] {
  const presses = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
  const mainThread = presses[0]?.tid
  const startedAt = presses.map(({ ts }) => ts).sort((one, other) => one - other)
  const work: number[] = Array(startedAt.length).fill(0)
  const tasks = events.filter(({ name, ph, tid }) => name === 'RunTask' && ph === 'X' && tid === mainThread)
  for (const { ts, dur = 0 } of tasks) {
    // The task that dispatches a keydown begins before it.
    const key = startedAt.findLastIndex((at) => at <= ts + dur)
    if (key >= 0) work[key] = (work[key] ?? 0) + dur / 1_000
  }
  return work
}

function longText(): string {
  const paragraph = (number: number) =>
    Array.from({ length: wordsOfParagraph / 2 }, (_, word) => `word ${number * 100 + word}.`).join(' ')
  return Array.from({ length: words / wordsOfParagraph }, (_, number) => `<p>${paragraph(number)}</p>`).join('')
}
