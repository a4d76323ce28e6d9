import type { Page } from '@playwright/test'
import { expectNoOverflow, expectSoundEverywhere } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const dashboard = '/admin-dashboard'
const words =
  /total users|subscribers<|confirmed|top stories|latest sends|over time|sign-ups|crawler|outbox|add book|chart/i

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an administrator sees what was read, its authors, and the links to everything else', async ({
  page,
  context,
}) => {
  await signIn(context, admin)
  const [story] = (await (await context.request.get('/api/contents?limit=1')).json()) as {
    slug: string
    title: string
  }[]
  for (let count = 0; count < 3; count++)
    await context.request.get(`/article/${story?.slug}`, { headers: { 'user-agent': firefox } })
  const listed = async () => (await context.request.get('/api/dashboard/top-stories?days=30')).text()
  await expect.poll(listed, { timeout: 60_000 }).toContain(story?.slug)
  await page.goto(dashboard)
  await expect(region(page, 'Reads')).toContainText(/[1-9][\d,]* reads? in the last 30 days/)
  await expect(page.getByRole('link', { name: story?.title ?? '', exact: true })).toBeVisible()

  for (const figure of ['Total users', 'Total subscribers', 'Total confirmed subscribers'])
    await expect(page.getByText(figure, { exact: true })).toBeVisible()
  await expect(page.getByText('Add Book works only on localhost', { exact: true })).toBeVisible()
  for (const [name, href] of [
    ['Add Book', '/add-book'],
    ['Subscribers', '/send-newsletters/subscribers'],
    ['Send newsletters', '/send-newsletters'],
    ['New story', '/new-story'],
    ['All sends', '/send-newsletters'],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  await expect(region(page, 'Latest sends')).toBeVisible()
  await expect(region(page, 'Sign-ups')).toContainText(/new accounts? in the last 30 days/)

  // The chart itself, by the keyboard.
  const chart = region(page, 'Reads').locator('svg.recharts-surface').first()
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(
    region(page, 'Reads')
      .getByText(/^\d+ \w+ 20\d\d/)
      .first(),
  ).toBeVisible()

  await page.getByRole('link', { name: 'A year' }).click()
  await expect(page).toHaveURL(`${dashboard}?days=364`)
  await expect(page.getByRole('link', { name: 'A year' })).toHaveAttribute('aria-current', 'true')
  await region(page, 'Reads').getByText('Show as a table').click()
  await expect(region(page, 'Reads').getByRole('row')).toHaveCount(53)
})

test('the dashboard is accessible in both themes, and fits a phone', async ({ page, context }) => {
  await signIn(context, admin)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${dashboard}?days=90`)
  await expect(region(page, 'Sign-ups').locator('svg.recharts-surface').first()).toBeVisible()
  await region(page, 'Sign-ups').getByText('Show as a table').click()
  await expectNoOverflow(page)
  await expectSoundEverywhere(page)
})

test('without scripts the figures are in sentences and tables, and ranges can be chosen', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await signIn(context, admin)
  const page = await context.newPage()
  await page.goto(`${dashboard}?days=nonsense`)
  await page.getByRole('link', { name: '7 days' }).click()
  const signUps = region(page, 'Sign-ups')
  await expect(signUps).toContainText(/new accounts? in the last 7 days/)
  // Text in a noscript is passed over by getByText.
  await expect(signUps.locator('noscript > p')).toBeVisible()
  await signUps.getByText('Show as a table').click()
  await expect(signUps.getByRole('row')).toHaveCount(8)
  await context.close()
})

test('no one else gets a word or a figure, neither in the page nor in its data', async ({ context }) => {
  const pageAndData = async () => {
    for (const headers of [{}, { rsc: '1' }]) {
      const answer = await context.request.get(`${dashboard}?days=7`, { headers })
      const text = await answer.text()
      expect(answer.status()).toBe(200)
      expect(text).toContain('Preparing the page for you.')
      const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text
      expect(main).not.toMatch(words)
      // What React is told besides: names of components would do, figures all the more.
      const told = [...text.matchAll(/self\.__next_f\.push\(([\s\S]*?)\)<\/script>/g)].map(([, data]) => data).join('')
      expect(told).not.toMatch(/total users|top stories|crawler|sign_ups|components\/dashboard/i)
    }
  }
  await pageAndData()
  await signedIn(context)
  await pageAndData()
  for (const call of ['/api/dashboard/figures', '/api/dashboard/top-stories'])
    expect((await context.request.get(call)).status(), call).toBe(403)
})
