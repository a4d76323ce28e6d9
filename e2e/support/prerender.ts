import { type Browser, launch } from 'puppeteer-core'
import { findBrowser } from '#scripts/e2e/find-browser.ts'

/** A tab that loads pages ahead; Chromium prerenders nothing in one that Playwright drives. */
export async function prerenderingTab() {
  const chromium = await launch({ executablePath: findBrowser().path, headless: 'shell', args: ['--no-sandbox'] })
  const page = await chromium.newPage()

  /** Points at a link until the page behind it is on its way: a click from then on shows that one. */
  async function hoverUntilPrerendering(link: string): Promise<void> {
    const isThere = prerendering(chromium)
    await page.hover(link)
    await isThere
  }

  return { page, hoverUntilPrerendering, [Symbol.asyncDispose]: () => chromium.close() }
}

/** Resolves once a page is loaded ahead. To listen for Chromium's own Preload events would switch prerendering off. */
async function prerendering(chromium: Browser): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const client = await chromium.target().createCDPSession()
  client.on('Target.targetCreated', ({ targetInfo }) => targetInfo.subtype === 'prerender' && resolve())
  await client.send('Target.setDiscoverTargets', { discover: true, filter: [{}] })
  return promise
}
