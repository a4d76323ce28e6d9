import { expect, test } from '@playwright/test'
import { hydratePage } from './support/hydration.ts'
import { aStory, everyStory, stories } from './support/site-content.ts'

test('a list loads more during scrolling', async ({ page, request }) => {
  const all = await stories(request)
  await page.goto('/')
  const articles = page.getByRole('main').getByRole('article')
  const first = await articles.count()
  await hydratePage(page)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 300)
        return articles.count()
      },
      { intervals: [0] },
    )
    .toBeGreaterThan(first)
  expect(all.length).toBeGreaterThan(first)
})

test('a list goes on by plain links without scripts', async ({ browser, request }) => {
  const all = await stories(request)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const seen = new Set<string>()
  await page.goto('/')
  for (;;) {
    for (const href of await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
      if (href.startsWith('/article/')) seen.add(href.slice('/article/'.length))
    }
    const next = page.locator('a[rel=next]')
    if ((await next.count()) === 0) break
    await expect(page.locator('head link[rel=next]')).toHaveCount(1)
    await next.click()
  }
  expect([...seen]).toEqual(expect.arrayContaining(all.map(({ slug }) => slug)))
  await context.close()
})

test('the home page shows a lead, a strip of fiction and the puzzle of the day, and no story twice', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  const titles = async (category: string) => (await everyStory(request, category)).map(({ title }) => title)
  const lead = await main.getByRole('article').first().getByRole('heading', { level: 2 }).textContent()
  expect((await titles('all')).slice(0, 10)).toContain(lead)
  const fiction = await titles('fiction')
  const strip = main.getByRole('region', { name: 'Tonight’s fiction' }).getByRole('heading', { level: 3 })
  await expect(strip).toHaveCount(3)
  for (const title of await strip.allTextContents()) expect(fiction).toContain(title)
  const slugs = await main
    .locator('[data-story-link]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(slugs).toHaveLength(new Set(slugs).size)

  const today = new Date().toISOString().slice(0, 10)
  await main.getByRole('link', { name: 'Today’s Sudoku' }).click()
  await expect(page).toHaveURL(`/sudoku?daily=${today}`)
})

test('the book summaries, a category, a publication and an author each list their own, and rows don’t repeat the list’s category or author', async ({
  page,
  request,
}) => {
  for (const [route, category] of [
    ['/books', 'book_summary'],
    ['/articles/technology', 'technology'],
  ] as const) {
    const own = new Set((await stories(request, category)).map(({ slug }) => `/article/${slug}`))
    await page.goto(route)
    const hrefs = await page
      .getByRole('main')
      .getByRole('article')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    const shown = hrefs.filter((href) => href.startsWith('/article/'))
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((href) => !own.has(href))).toEqual([])
  }
  const story = await aStory(request, 'technology')
  const row = page.getByRole('main').getByRole('article').filter({ hasText: story.title }).first()
  await expect(row.getByText(story.sub_title)).toBeVisible()
  await expect(row.getByText('Technology', { exact: true })).toHaveCount(0)
  await page.goto('/articles/all')
  await expect(row.getByText('Technology', { exact: true })).toBeVisible()
  await page.goto(`/profile/${story.author_uuid}`)
  await expect(row).toBeVisible()
  await expect(row.getByText(story.author_name)).toHaveCount(0)
  const inPublication = (await stories(request)).find((listed) => listed.publication_slug)
  await page.goto(`/publication/${inPublication?.publication_slug}`)
  await expect(page.getByRole('link', { name: inPublication?.title ?? '' }).first()).toBeVisible()
})

test('an unknown category and an invalid cursor answer 404 and a readable page', async ({ request }) => {
  for (const address of ['/articles/there-is-no-such-category', '/articles/fiction?cursor=not-a-cursor']) {
    const answer = await request.get(address)
    expect(answer.status(), address).toBe(404)
    expect(await answer.text(), address).toContain('<main')
  }
})
