import type { Browser } from '@playwright/test'
import type { Figures, TopStory } from '#contract/dashboard.ts'
import { isThorough } from '#product-api/testing/thoroughness.ts'
import { admin } from './support/address.ts'
import { type OwnSite, ownSite } from './support/own-site.ts'
import { expect, signIn, test } from './support/people.ts'
import { prerenderingTab } from './support/prerender.ts'

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const firefox = (version = 130) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`

type Sums = { reads: number; crawler_reads: number }

let site: OwnSite
let token = ''
let slugs: string[] = []

test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await ownSite()
  const signedIn = await fetch(`${site.apiUrl}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  token = ((await signedIn.json()) as { token: string }).token
  const stories = await fetch(`${site.url}/api/contents?limit=20`)
  slugs = ((await stories.json()) as { slug: string }[]).map(({ slug }) => slug)
})
test.afterAll(() => site?.stop())

async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(site.apiUrl + path, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}

/** The product API's current sums over all days. */
async function sums(): Promise<Sums> {
  const { days } = await ask<Figures>('/dashboard/figures?days=7')
  const sum = (of: 'reads' | 'crawler_reads') => days.reduce((all, day) => all + day[of], 0)
  return { reads: sum('reads'), crawler_reads: sum('crawler_reads') }
}

/** Only the expected counts arrive: the web reports within ten seconds. */
async function expectMore(before: Sums, more: Sums): Promise<void> {
  const expected = { reads: before.reads + more.reads, crawler_reads: before.crawler_reads + more.crawler_reads }
  await expect.poll(sums, { timeout: 40_000 }).toEqual(expected)
}

async function read(path: string, { url = site.url, ...init }: RequestInit & { url?: string } = {}): Promise<number> {
  const answer = await fetch(url + path, { ...init, headers: { 'user-agent': firefox(), ...init.headers } })
  await answer.arrayBuffer()
  return answer.status
}

const article = (place = 0) => `/article/${slugs[place]}`
const times = (count: number, act: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, act))

/** How often reads were reported to the product API. */
async function reports(): Promise<number> {
  const metrics = await (await fetch(`${site.apiUrl}/metrics`)).text()
  const line = /^http_request_duration_seconds_count\{method="POST",route="\/contents\/reads",status="200"\} (\d+)$/m
  return Number(line.exec(metrics)?.[1] ?? 0)
}

const many = isThorough ? 10_000 : 2_000

test('thousands of reads are counted exactly, and written in a handful of batches', async () => {
  const [before, told] = [await sums(), await reports()]
  const startedAt = performance.now()
  let next = 0
  const reader = async () => {
    for (let count = next++; count < many; count = next++) {
      const headers = { 'user-agent': firefox(count) }
      expect(await read(article(count % slugs.length), { headers })).toBe(200)
    }
  }
  await times(16, reader)
  const seconds = (performance.now() - startedAt) / 1_000
  await expectMore(before, { reads: many, crawler_reads: 0 })
  // One every ten seconds, and one at each end.
  expect((await reports()) - told).toBeLessThanOrEqual(Math.ceil(seconds / 10) + 2)
  const stories = await ask<TopStory[]>('/dashboard/top-stories?days=7')
  expect(stories.map(({ reads }) => reads)).toEqual(Array.from({ length: 10 }, () => many / slugs.length))
})

test('crawlers count apart, and a page that a browser has already counts as any other', async () => {
  const before = await sums()
  await times(3, () => read(article(), { headers: { 'user-agent': googlebot } }))
  await times(2, () => read(article()))
  const { headers } = await fetch(site.url + article(), { method: 'HEAD', headers: { 'user-agent': firefox() } })
  const known = { 'if-none-match': headers.get('etag') ?? '' }
  expect(await read(article(), { headers: known })).toBe(304)
  await expectMore(before, { reads: 3, crawler_reads: 3 })
})

test('pages that are not shown do not count: copies for machines, prefetched pages, missing ones', async () => {
  const before = await sums()
  expect(await read(`${article()}.md`)).toBe(200)
  expect(await read(article(), { headers: { 'sec-purpose': 'prefetch;prerender' } })).toBe(200)
  expect(await read(article(), { headers: { purpose: 'prefetch' } })).toBe(200)
  expect(await read(article(), { headers: { rsc: '1' } })).toBe(200)
  expect(await read(article(), { method: 'HEAD' })).toBe(200)
  expect(await read('/article/there-is-no-such-story')).toBe(404)
  expect(await read('/')).toBe(200)
  expect(await read('/feed.xml')).toBe(200)
  expect(await read(article(1))).toBe(200)
  await expectMore(before, { reads: 1, crawler_reads: 0 })
})

test('a story that a browser has loaded ahead counts once, when it is shown', async ({ browser }) => {
  const context = await contextOf(browser)
  const page = await context.newPage()
  await page.goto('/articles/all')
  const before = await sums()
  const session = await context.newCDPSession(page)
  await session.send('Preload.enable')
  const isThere = new Promise<void>((resolve) => {
    session.on('Preload.prefetchStatusUpdated', ({ status }) => status === 'Ready' && resolve())
  })
  const link = page.locator('main [data-story-link]').first()
  await link.hover()
  await isThere
  // It is only prefetched so far.
  await expectMore(before, { reads: 0, crawler_reads: 0 })

  await link.click()
  await expect(page).toHaveURL(/\/article\//)
  const [arrival] = await page.evaluate(() => performance.getEntriesByType('navigation').map((entry) => entry.toJSON()))
  expect(arrival.deliveryType).toBe('navigational-prefetch')
  await expectMore(before, { reads: 1, crawler_reads: 0 })
  await context.close()
})

test('a prerendered story counts once, and loads its scripts when it is shown', async ({ browser }) => {
  const context = await contextOf(browser)
  await signIn(context, admin)
  await using tab = await prerenderingTab()
  const { page, hoverUntilPrerendering } = tab
  await page.setUserAgent({ userAgent: firefox() })
  // Signed-in people get the scripts immediately.
  for (const { name, value } of await context.cookies()) await page.setCookie({ name, value, url: site.url })
  await page.goto(`${site.url}/articles/all`, { waitUntil: 'networkidle0' })
  const before = await sums()
  await hoverUntilPrerendering('main [data-story-link]')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.click('main [data-story-link]')
  const shown = () =>
    page.evaluate(() => {
      const [arrival] = performance.getEntriesByType('navigation').map((entry) => entry.toJSON())
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => /_next.*\.js$/.test(name))
      if (!location.pathname.startsWith('/article/') || scripts.length === 0) return undefined
      return {
        isPrerendered: arrival.activationStart > 0,
        isEarly: scripts.some(({ startTime }) => startTime < arrival.activationStart),
        theme: document.documentElement.dataset.theme,
      }
    })
  // While one page takes the other's place there is none to ask.
  await expect
    .poll(() => shown().catch(() => undefined), { timeout: 20_000 })
    .toEqual({ isPrerendered: true, isEarly: false, theme: 'dark' })
  await expectMore(before, { reads: 1, crawler_reads: 0 })
  await context.close()
})

test('a draft that its author looks at does not count, and its story does once it is public', async ({ browser }) => {
  const context = await contextOf(browser)
  await signIn(context, admin)
  const before = await sums()
  const draft = { title: 'A lamp that nobody has lit', content: '<p>Dark.</p>', category: 'fiction', isDraft: true }
  const headers = { origin: site.url }
  const made = await context.request.post('/api/contents', { data: draft, headers })
  const { _id, slug } = (await made.json()) as { _id: string; slug: string }
  const page = await context.newPage()
  await page.goto(`/article/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(draft.title)
  const change = { data: { ...draft, isDraft: false }, headers }
  expect((await context.request.put(`/api/contents/${_id}`, change)).status()).toBe(200)
  await page.goto(`/article/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(draft.title)
  await expectMore(before, { reads: 1, crawler_reads: 0 })
  await context.close()
})

test('nothing is lost while the product API is away', async () => {
  const before = await sums()
  await times(20, () => read(article()))
  await site.killApi()
  await times(30, () => read(article(1)))
  await site.startApi()
  await times(5, () => read(article(2)))
  await expectMore(before, { reads: 55, crawler_reads: 0 })
})

test('two nodes add up, and a node that is stopped reports what it has counted', async () => {
  const before = await sums()
  const second = await site.startSecondWeb()
  await times(40, () => read(article(), { url: second.url }))
  await times(2, () => read(article()))
  // A stop waits for the last report, which this test does not need.
  await Promise.all([second.restart(), site.restartWeb()])
  expect(await sums()).toEqual({ ...before, reads: before.reads + 42 })
})

function contextOf(browser: Browser) {
  return browser.newContext({ baseURL: site.url, userAgent: firefox() })
}
