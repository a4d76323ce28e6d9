import type { CDPSession, Locator, Page } from '@playwright/test'
import { hydratePage } from './support/hydration.ts'
import { type OwnSite, ownSite } from './support/own-site.ts'
import { expect, test } from './support/people.ts'

test.describe.configure({ mode: 'serial' })
const height = 740
test.use({ viewport: { width: 360, height }, hasTouch: true, isMobile: true })

const list = '/articles/all'
/** The rows of a page of the list: each but the last has at least `leastRows`. */
const mostRows = 18
const leastRows = 6
/** Pages that load by themselves; later ones need a button. */
const alone = 3

let site: OwnSite
let shift: number

test.beforeAll(async () => {
  site = await ownSite()
  const [like] = await slugsOf()
  for (let count = 0; count < 28; count++) {
    // Rows of every height.
    await site.publish(like ?? '', `${'A story that is told again '.repeat(1 + (count % 4))}${count}`)
  }
})
test.afterAll(() => site.stop())

type ListPage = { slugs: string[]; next: string | undefined }

/** Asks the product API itself for a page of the list: on a busy machine it may take longer than the web waits. */
async function askPage(path: string): Promise<ListPage> {
  const answer = await fetch(site.apiUrl + path)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  const slugs = (JSON.parse(text) as { slug: string }[]).map(({ slug }) => slug)
  return { slugs, next: /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] }
}

const slugsOf = async () => (await askPage('/contents/category/all?limit=100')).slugs

/** How many rows the list has after its first page, its second and so on: a page ends at a suitable story. */
async function pageEnds(): Promise<number[]> {
  const ends: number[] = []
  let next: string | undefined = `/contents/category/all?limit=${mostRows}&ends=steady`
  while (next) {
    const page: ListPage = await askPage(next)
    ends.push((ends.at(-1) ?? 0) + page.slugs.length)
    next = page.next
  }
  for (const end of ends.slice(0, -1)) expect(end).toBeGreaterThanOrEqual(leastRows)
  return ends
}

/** How many rows so many pages have together. */
const rowsOf = async (pages: number) => (await pageEnds())[pages - 1] ?? 0

/** Changes a title, and waits until the web has heard of it: a write past the web reaches it a moment after the commit. */
async function writeAndHear(slug: string, title: string) {
  await site.write(slug, title)
  await expect.poll(async () => (await fetch(`${site.url}/article/${slug}`)).text()).toContain(title)
}

const rows = (page: Page) => page.getByRole('main').getByRole('article')
const more = (page: Page) => page.getByRole('link', { name: 'More stories' })

async function shownSlugs(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('main [data-story-link]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  return hrefs.map((href) => href.replace('/article/', ''))
}

/** A phone on which all that moves before the reader's eyes is added up, over every page. */
async function phone(page: Page): Promise<CDPSession> {
  shift = 0
  await page.exposeFunction('addShift', (value: number) => {
    shift += value
  })
  await page.addInitScript(() => {
    type LayoutShift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { previousRect: DOMRectReadOnly }[]
    }
    new PerformanceObserver((entries) => {
      for (const { value, hadRecentInput, sources } of entries.getEntries() as LayoutShift[]) {
        // If no part of it was in view before, it is new, such as the button for more below new rows.
        const wasSeen = sources.some(({ previousRect }) => previousRect.width > 0)
        if (wasSeen && !hadRecentInput) Reflect.get(window, 'addShift')(value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return page.context().newCDPSession(page)
}

async function slowPhone(page: Page): Promise<CDPSession> {
  const client = await phone(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const kilobyte = 1024
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 100 * kilobyte,
    uploadThroughput: 50 * kilobyte,
  })
  return client
}

/** Scrolls as a reader does, over some frames. */
const swipe = (client: CDPSession, distance: number) =>
  client.send('Input.synthesizeScrollGesture', {
    x: 180,
    y: 400,
    yDistance: -distance,
    speed: 3_000,
    gestureSourceType: 'mouse',
  })

/** Opens the list and waits until its scripts run. */
async function openList(page: Page) {
  await page.goto(site.url + list)
  await hydratePage(page)
}

const endTop = (page: Page) => topOf(page, '.list-end')

/**
 * Reads on until something is there. If the reader was faster than the phone, the list waits in view of its end, with a
 * button, so that nothing moves: after scrolling back it goes on by itself.
 */
async function readUntil(page: Page, client: CDPSession, isThere: () => Promise<boolean>) {
  while (!(await isThere())) {
    const before = await rows(page).count()
    await swipe(client, 700)
    if ((await endTop(page)) > height) continue
    while ((await endTop(page)) <= height) await swipe(client, -700)
    await expect
      .poll(async () => {
        if (await isThere()) return true
        await askAgain(page)
        return (await rows(page).count()) > before
      })
      .toBe(true)
  }
}

/** Asks for the next rows again, as a reader does, if the product API was too slow for the web on a busy machine. */
async function askAgain(page: Page) {
  const link = page.getByRole('link', { name: 'Try again' })
  if (await link.isVisible()) await link.click()
}

const readTo = (page: Page, client: CDPSession, count: number) =>
  readUntil(page, client, async () => (await rows(page).count()) >= count)

const readInto = (client: CDPSession, target: Locator) =>
  expect(async () => {
    await swipe(client, 700)
    await expect(target).toBeInViewport({ timeout: 1 })
  }).toPass({ intervals: [0] })

/** Delays a page's requests until the returned function is called. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}

const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)

/** Where the row of a story begins: inside it, the link stands elsewhere where the row has another shape. */
const rowTop = (page: Page, story: string) =>
  page.locator(story).evaluate((link) => (link.closest('article') ?? link).getBoundingClientRect().top)

/** To the top of the screen: what stands there is the place that a list keeps. */
const bringToTop = (page: Page, story: string) =>
  page.locator(story).evaluate((link) => link.closest('article')?.scrollIntoView({ behavior: 'instant' }))

/**
 * Follows a story's link and says where its row was at that moment. A click from outside may scroll the link to the edge of
 * the screen first; then it has to try again.
 */
async function leaveBy(page: Page, story: string) {
  const count = await rows(page).count()
  const top = await page.locator(story).evaluate((link: HTMLElement) => {
    const { top } = (link.closest('article') ?? link).getBoundingClientRect()
    link.click()
    return top
  })
  return { count, top }
}

/** Opens the list on a phone and reads two pages of it; the reader looks at a story of the second then. */
async function readAsFarAs(page: Page, place: number) {
  const client = await phone(page)
  await openList(page)
  const [first = 0, second = 0] = await pageEnds()
  await readTo(page, client, second)
  const slug = (await shownSlugs(page))[first + place] ?? ''
  const story = `main [data-story-link][href="/article/${slug}"]`
  await bringToTop(page, story)
  return { client, slug, story, count: await rows(page).count(), top: await rowTop(page, story) }
}

test('on a slow phone nothing moves while the list goes on, and the button goes further', async ({ page }) => {
  const client = await slowPhone(page)
  await openList(page)
  const ends = await pageEnds()
  await readTo(page, client, ends[alone] ?? 0)
  for (const end of ends.slice(1 + alone)) {
    await more(page).click()
    await expect
      .poll(async () => {
        await askAgain(page)
        return rows(page).count()
      })
      .toBe(end)
  }
  await expect(page.getByText('That was the last one.')).toBeAttached()
  expect(await shownSlugs(page)).toEqual(await slugsOf())
  expect(shift).toBeLessThan(0.02)
})

test('rows wait for the face that they are set in, so that no line breaks anew in view', async ({ page }) => {
  const client = await phone(page)
  await openList(page)
  const italics = page.locator('main .serif-slanted')
  await expect(italics).toHaveCount(0)
  const letThrough = await holdBack(page, '**/*.woff2')
  let isAsked = false
  page.on('request', (request) => {
    isAsked ||= request.url().endsWith('.woff2')
  })
  await readUntil(page, client, async () => isAsked)
  await expect(italics).toHaveCount(0)
  letThrough()
  await readUntil(page, client, async () => (await italics.count()) > 0)
  expect(shift).toBeLessThan(0.001)
})

test('rows that come after the reader has passed their place move nothing either', async ({ page }) => {
  const client = await slowPhone(page)
  const letThrough = await holdBack(page, '**/api/contents/**')
  await openList(page)
  const place = page.locator('[data-coming]')
  await readUntil(page, client, async () => (await place.count()) > 0)
  await readInto(client, place)
  await readInto(client, page.getByRole('contentinfo'))
  const before = await topOf(page, 'footer')
  letThrough()
  await expect(rows(page)).toHaveCount(await rowsOf(2))
  expect(Math.abs((await topOf(page, 'footer')) - before)).toBeLessThan(1)
  expect(shift).toBeLessThan(0.02)
})

test('a failed load says so where the reader is, and works when tried again', async ({ page }) => {
  const client = await phone(page)
  await openList(page)
  const [, second = 0, third = 0] = await pageEnds()
  // The second page loads, the third does not: it is asked for ahead of the reader.
  let asked = 0
  await page.route('**/api/contents/**', (route) => (++asked === 1 ? route.continue() : route.abort()))
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load content. Please try again later.' })
  await readUntil(page, client, async () => (await alert.count()) > 0)
  await readInto(client, alert)
  await expect(rows(page)).toHaveCount(second)
  await page.unroute('**/api/contents/**')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(third)
  await expect(alert).toHaveCount(0)
  expect(shift).toBeLessThan(0.02)
})

test('going back without the browser’s own cache of pages leads to the same place, also after a write', async ({
  page,
}) => {
  const client = await phone(page)
  await openList(page)
  const [, second = 0, third = 0] = await pageEnds()
  await readTo(page, client, third)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/contents')) asked.push(request.url())
  })
  const slug = (await shownSlugs(page))[second + 3]
  const story = `main [data-story-link][href="/article/${slug}"]`
  const leave = async () => {
    await bringToTop(page, story)
    const left = await leaveBy(page, story)
    await expect(page).toHaveURL(`${site.url}/article/${slug}`)
    return left
  }
  const expectBack = async ({ count, top }: { count: number; top: number }) => {
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(count)
    await expect.poll(async () => Math.abs((await rowTop(page, story)) - top)).toBeLessThan(2)
    const shown = await shownSlugs(page)
    expect(shown).toEqual((await slugsOf()).slice(0, shown.length))
  }
  const left = await leave()
  asked.length = 0
  shift = 0
  await page.goBack()
  await expectBack(left)
  expect(asked).toEqual([])
  expect(shift).toBeLessThan(0.02)
  expect(
    await page.evaluate(() => performance.getEntriesByType('navigation').map((entry) => Reflect.get(entry, 'type'))),
  ).toEqual(['back_forward'])

  const leftAgain = await leave()
  await site.publish(slug ?? '', 'A story that nobody has seen yet')
  await expect.poll(async () => (await fetch(site.url + list)).text()).toContain('nobody has seen yet')
  // Else the browser shows the page as it was.
  await client.send('Network.clearBrowserCache')
  await page.goBack()
  await expectBack(leftAgain)
  expect(await shownSlugs(page)).toContain('a-story-that-nobody-has-seen-yet')
})

test('going back to a list that is another by now leads to the same story, however late the fonts come', async ({
  page,
}) => {
  const { client, slug, story } = await readAsFarAs(page, 3)
  const { count, top } = await leaveBy(page, story)
  await expect(page).toHaveURL(`${site.url}/article/${slug}`)
  await site.publish(slug, 'A story that came meanwhile')
  await expect.poll(async () => (await fetch(site.url + list)).text()).toContain('A story that came meanwhile')

  await client.send('Network.clearBrowserCache')
  const letThrough = await holdBack(page, '**/*.woff2')
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(count)
  letThrough()
  // Until then the browser scrolls to the old position in pixels.
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(Math.abs((await rowTop(page, story)) - top)).toBeLessThan(2)
  await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('auto')
})

test('every reload shows the current list at the same place, and a new visit starts at the top', async ({ page }) => {
  const { slug, story, count, top } = await readAsFarAs(page, 5)
  // The second one asks for what the browser has an answer to already.
  for (const title of ['A title that was changed', 'A title that was changed again']) {
    await writeAndHear(slug, title)
    await page.reload()
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(count)
    await expect(page.locator(story)).toHaveText(title)
    await expect.poll(async () => Math.abs((await rowTop(page, story)) - top)).toBeLessThan(2)
  }

  await page.goto(site.url)
  await page.goto(site.url + list)
  await expect(rows(page)).toHaveCount(await rowsOf(1))
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
