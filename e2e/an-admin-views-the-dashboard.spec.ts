import type { Page } from '@playwright/test'
import { adminPaths } from '#contract/admin-paths.ts'
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts'
import { admin, bookCode } from './support/address.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const dashboard = '/admin-dashboard'
// A visitor is sent away from the others: private-paths.spec.ts.
const pages = [
  ...[
    `${dashboard}?days=7`,
    adminPaths.adminPeople,
    adminPaths.adminStories,
    adminPaths.adminJobs,
    adminPaths.adminAudit,
  ],
  ...[adminPaths.adminWaiting, adminPaths.adminSystem, adminPaths.sendNewsletters, adminPaths.newsletterSubscribers],
]
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
    ['Send', '/send-newsletters'],
    ['Podcasts', '/podcasts'],
    ['New story', '/new-story'],
    ['All sends', '/send-newsletters'],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name, exact: true }).first()).toHaveAttribute('href', href)
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
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoOverflow(page)

  // The same without scripts.
  for (const [asked, days] of [
    ['nonsense', 30],
    ['7', 7],
  ] as const) {
    const html = await (await context.request.get(`${dashboard}?days=${asked}`)).text()
    const seen = html.replaceAll(/<script[\s\S]*?<\/script>/g, '')
    expect(seen).toMatch(new RegExp(`new accounts? in the last ${days} days`))
  }
})

test('no one else gets a word or a figure of an administrator’s page, neither in the page nor in its data', async ({
  context,
}) => {
  const pageAndData = async (path: string) => {
    for (const headers of [{}, { rsc: '1' }]) {
      const answer = await context.request.get(path, { headers })
      const text = await answer.text()
      expect(answer.status(), path).toBe(200)
      expect(text, path).toContain('Preparing the page for you.')
      expect(text, path).not.toMatch(/label\W+Administration/)
      // A page names its own address, but not those of the others.
      expect(text.replaceAll(`"${path}`, ''), path).not.toMatch(/Lift suspension|Queues|admin-dashboard\/jobs/)
      const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text
      expect(main, path).not.toMatch(/<(input|textarea)\b/)
      if (!path.startsWith(`${dashboard}?`)) continue
      expect(main).not.toMatch(words)
      // The data for React must not have them either, not even the names of components.
      const told = [...text.matchAll(/self\.__next_f\.push\(([\s\S]*?)\)<\/script>/g)].map(([, data]) => data).join('')
      expect(told).not.toMatch(/total users|top stories|crawler|sign_ups|components\/dashboard/i)
    }
  }
  const data = { input: `Walden|Henry David Thoreau|${bookCode}` }
  const addBook = async () => (await context.request.post('/api/openai/text-processing', { data })).status()

  for (const path of pages) await pageAndData(path)
  expect(await addBook()).toBe(401)
  await signedIn(context)
  for (const path of [...pages, adminPaths.addBook]) await pageAndData(path)
  expect(await addBook()).toBe(403)
  for (const call of [
    ...['dashboard/figures', 'dashboard/top-stories', 'dashboard/stories', 'dashboard/jobs', 'dashboard/queues'],
    ...['dashboard/audit', 'dashboard/system', 'users', 'newsletters/subscribers/export', 'newsletters/suppressions'],
  ])
    expect((await context.request.get(`/api/${call}`)).status(), call).toBe(403)
})
