import { expect, test } from '@playwright/test'
import { stories } from './support/site-content.ts'

test('a list goes on while one scrolls', async ({ page, request }) => {
  const all = await stories(request)
  await page.goto('/')
  const articles = page.getByRole('main').getByRole('article')
  const first = await articles.count()
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 300)
      return articles.count()
    })
    .toBeGreaterThan(first)
  expect(all.length).toBeGreaterThan(first)
})

test('a list goes on by plain links where there are no scripts', async ({ browser, request }) => {
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

test('the book summaries, a category and a publication each list their own', async ({ page, request }) => {
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
  const inPublication = (await stories(request)).find((story) => story.publication_slug)
  await page.goto(`/publication/${inPublication?.publication_slug}`)
  await expect(page.getByRole('link', { name: inPublication?.title ?? '' }).first()).toBeVisible()
})

test('a category without stories says so and offers the next step', async ({ page, request }) => {
  const empty = await request.get('/articles/there-is-no-such-category')
  expect(empty.status()).toBe(404)
  await page.goto('/articles/there-is-no-such-category')
  await expect(page.getByRole('main')).toBeVisible()
})

test('a cursor that is none answers 404 and a readable page', async ({ request }) => {
  const answer = await request.get('/articles/fiction?cursor=not-a-cursor')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('<main')
})
