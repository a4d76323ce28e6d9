import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { ownSite } from './support/own-site.ts'
import { expect, signedIn, signIn, signUp, test } from './support/people.ts'
import type { Listed } from './support/site-content.ts'
import { someStories } from './support/stories.ts'

/** Saves stories and opens the list, which asks the browser to keep them. */
async function keep(page: Page, ...stories: { _id: string }[]): Promise<void> {
  const { _id: userId } = await (await page.request.get('/api/users/current_user')).json()
  for (const { _id: articleId } of stories) await page.request.post('/api/bookmarks', { data: { userId, articleId } })
  await page.goto('/bookmarks')
  await expect(page.getByText('Available offline')).toHaveCount(stories.length)
}

const keptCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('saved-stories:')))
const workers = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

async function firstStories(context: BrowserContext, count: number): Promise<[Listed, ...Listed[]]> {
  return (await someStories(context.request, count)) as [Listed, ...Listed[]]
}

test('stories can be read without a connection while they are saved and their reader is signed in, everything else says so', async ({
  page,
  context,
}) => {
  const [story, second] = (await firstStories(context, 2)) as [Listed, Listed]
  // Visitors get no worker, and nothing is stored for them.
  await page.goto(`/article/${story.slug}`, { waitUntil: 'networkidle' })
  expect(await workers(page)).toBe(0)
  expect(await keptCaches(page)).toEqual([])

  await signedIn(context)
  await keep(page, story, second)
  await expect(page.getByText('These stories are on this device')).toBeVisible()
  await expectAccessible(page)

  await context.setOffline(true)
  await page.goto(`/article/${story.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible()
  await expect(page.getByRole('note')).toHaveText(/^You’re offline\. This copy of the story is from \d+ \w+ \d{4}\.$/)
  const picture = page.getByRole('main').getByRole('img').first()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  const hasSerif = () => document.fonts.ready.then((fonts) => [...fonts].some(({ status }) => status === 'loaded'))
  expect(await page.evaluate(hasSerif)).toBe(true)
  for (const useless of ['button', 'textbox'] as const) await expect(page.getByRole(useless)).toHaveCount(0)
  await expectAccessible(page)

  await page.goto('/search?q=lamp')
  await expect(page.getByRole('heading', { name: 'You’re offline.' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: story.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible()

  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('note')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Saved', pressed: true })).toBeVisible()

  // Removing a story from the list deletes its offline copy.
  await page.goto('/bookmarks')
  await expect(page.getByText('Available offline')).toHaveCount(2)
  await page.getByRole('button', { name: `Remove: ${story.title}` }).click()
  await expect
    .poll(() => page.evaluate(async (path) => Boolean(await caches.match(path)), `/article/${story.slug}`))
    .toBe(false)
  await context.setOffline(true)
  await page.goto(`/article/${story.slug}`)
  await expect(page.getByRole('heading', { name: 'You’re offline.' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)

  // Without the session, nothing is shown.
  await context.clearCookies()
  await expect(page.goto(`/article/${second.slug}`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})

test('saved stories open while the server is down, too', async ({ browser }) => {
  test.slow()
  const site = await ownSite()
  const context = await browser.newContext({ baseURL: site.url })
  try {
    const page = await context.newPage()
    await signIn(context, await signUp(context))
    const [story] = (await (await context.request.get('/api/contents?limit=1')).json()) as [Listed]
    await keep(page, story)
    await site.killWeb()
    await page.goto(`/article/${story.slug}`)
    await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'You’re offline.' })).toBeVisible()
    await site.startWeb()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'You’re offline.' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  } finally {
    await context.close()
    await site.stop()
  }
})

test('logging out deletes the copies, and the worker', async ({ page, context }) => {
  await signedIn(context)
  const [story] = await firstStories(context, 1)
  await keep(page, story)
  expect(await keptCaches(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/users\/login/)
  await expect.poll(() => keptCaches(page)).toEqual([])
  await expect.poll(() => workers(page)).toBe(0)
  await context.setOffline(true)
  await expect(page.goto(`/article/${story.slug}`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})

test('the worker’s file is asked for every time, and may load from here alone', async ({ request }) => {
  const answer = await request.get('/service-worker.js')
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
  expect(Buffer.byteLength(await answer.text())).toBeLessThan(16_000)
})
