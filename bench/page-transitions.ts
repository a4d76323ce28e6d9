import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { findBrowser } from '#scripts/e2e/find-browser.ts'
import { runProduct } from '#scripts/run-product.ts'
import { percentilesOf } from './support/load.ts'
import type { Row } from './support/report.ts'

const readers = 2
/** The rows of a list's first page, nearly. */
const openedEach = 10
/** Lighthouse's throttling of a phone, in milliseconds and bytes per second. */
const slow4G = { offline: false, latency: 150, download: 1_638_400 / 8, upload: 675_000 / 8 }
const slowerCpu = 4
const phone = { width: 412, height: 839, deviceScaleFactor: 2.625, isMobile: true, hasTouch: true }
/** A finger that lands on a link stays this long; a pointer rests there as long before it presses, hurried or at leisure. */
const restMs = { finger: 80, 'hurried pointer': 300, pointer: 1_000 }

type Way = keyof typeof restMs
type Opened = { paintMs: number; isAhead: boolean }

/**
 * From the click on a story in a list to the story's first paint, on a slow phone. With Puppeteer: Chromium
 * prerenders nothing in a tab that Playwright drives.
 */
export async function pageTransitions(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const product = await runProduct({ PORT: 3422, PRODUCT_API_PORT: 4422, DATA_DIR: dataDir })
  const browser = await launch({ executablePath: findBrowser().path, headless: 'shell', args: ['--no-sandbox'] })
  try {
    const rows: Row[] = []
    for (const way of ['pointer', 'hurried pointer', 'finger'] as const) {
      const all: Opened[] = []
      for (let reader = 0; reader < readers; reader++) all.push(...(await openStories(browser, product.url, way)))
      const ahead = all.filter(({ isAhead }) => isAhead).length
      const { p50, p75, p95 } = percentilesOf(all.map(({ paintMs }) => paintMs))
      rows.push({
        what: `from click to first paint of a story, ${way}, ${all.length} stories, ${ahead} prerendered`,
        result: `p50 ${p50} / p75 ${p75} / p95 ${p95} ms`,
        ...(way === 'pointer' && { target: 'p75 < 100 ms' }),
      })
    }
    return rows
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function openStories(browser: Browser, url: string, way: Way): Promise<Opened[]> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport(phone)
  await page.emulateNetworkConditions(slow4G)
  await page.emulateCPUThrottling(slowerCpu)
  const all: Opened[] = []
  // The first story brings what all of them share: styles and fonts.
  for (let place = -1; place < openedEach; place++) {
    await page.goto(`${url}/articles/all`, { waitUntil: 'networkidle0' })
    const opened = await openStory(page, Math.max(place, 0), way)
    if (place >= 0) all.push(opened)
  }
  await context.close()
  return all
}

/** Milliseconds from the end of the press to the first paint, by the browser's own clock. */
async function openStory(page: Page, place: number, way: Way): Promise<Opened> {
  const links = 'main [data-story-link]'
  await page.waitForFunction((rows, at) => document.querySelectorAll(rows).length > at, {}, links, place)
  const link = (await page.$$(links))[place]
  await link?.scrollIntoView()
  const box = await link?.boundingBox()
  if (!box) throw new Error('The list is shorter than that')
  await page.evaluate(() =>
    addEventListener(
      'click',
      (event) => sessionStorage.setItem('clicked', `${performance.timeOrigin + event.timeStamp}`),
      true,
    ),
  )
  await page.mouse.move(box.x + 10, box.y + 10, { steps: 3 })
  if (way !== 'finger') await pause(restMs[way])
  await page.mouse.down()
  if (way === 'finger') await pause(restMs[way])
  await page.mouse.up()
  for (;;) {
    // While one page takes the other's place there is none to ask.
    const opened = await page.evaluate(readPaint).catch(() => undefined)
    if (opened) return opened
    await pause(100)
  }
}

function readPaint(): Opened | undefined {
  const [paint] = performance.getEntriesByType('paint')
  if (!paint || !location.pathname.startsWith('/article/')) return undefined
  const [arrival] = performance.getEntriesByType('navigation')
  const clickedAt = Number(sessionStorage.getItem('clicked'))
  return {
    paintMs: Math.round(performance.timeOrigin + paint.startTime - clickedAt),
    isAhead: (arrival as unknown as { activationStart: number }).activationStart > 0,
  }
}
