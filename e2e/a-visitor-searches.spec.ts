import { expect, test } from '@playwright/test'
import { aStory, everyStory } from './support/site-content.ts'

test('results come during typing, are announced, and open by keyboard alone', async ({ page, request }) => {
  const story = await aStory(request, 'fiction')
  await page.goto('/search')
  const box = page.getByRole('main').getByRole('searchbox')
  await box.fill(story.title)
  const results = page.getByRole('main').getByRole('article')
  await expect(results.first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible()
  await expect(page).toHaveURL(/\/search\?q=/)
  await expect(page.getByRole('status').filter({ hasText: /^\d+ results?$/ })).toHaveCount(1)
  await box.press('ArrowDown')
  await expect(results.getByRole('link', { name: story.title, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/article/${story.slug}`)
})

test('results are a page that can be shared and needs no scripts, also for a mistyped word', async ({ request }) => {
  const story = await aStory(request, 'technology')
  const html = await (await request.get(`/search?q=${encodeURIComponent(story.title)}`)).text()
  expect(html).toContain('Search Results')
  expect(html).toContain(`/article/${story.slug}`)
  expect(html).toMatch(/<meta name="robots" content="[^"]*noindex/)

  const { title } = await aStory(request, 'fiction')
  const word = title.split(/[^A-Za-z]+/).find((candidate) => candidate.length >= 6) ?? ''
  const mistyped = await (await request.get(`/search?q=${word.slice(0, 3)}${word.slice(4)}`)).text()
  expect(mistyped).toMatch(/showing results for/i)
  expect(mistyped).toMatch(/<main[\s\S]*<article[\s\S]*href="\/article\/[\s\S]*<\/main>/)
})

test('a visitor who has not searched yet sees topics and the newest stories, without scripts too', async ({
  browser,
  request,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/search')
  const main = page.getByRole('main')
  await expect(main.getByRole('navigation', { name: 'Topics' })).toBeVisible()
  const shown = main.getByRole('region', { name: 'Newest stories' }).getByRole('heading', { level: 3 })
  await expect(shown).toHaveCount(4)
  const titles = (await everyStory(request)).map(({ title }) => title)
  for (const title of await shown.allTextContents()) expect(titles).toContain(title)
  await page.goto('/search?q=zzqxzzqx')
  await expect(main.getByText('We found nothing for “zzqxzzqx”.')).toBeVisible()
  await expect(main.getByRole('navigation', { name: 'Topics' })).toBeVisible()
  await context.close()
})

const hostile = [
  `<script>document.title='pwned'</script>`,
  `"><img src=x onerror="document.title='pwned'">`,
  `'; drop table contents; --`,
  `' or 1=1 --`,
  '%00',
  '\u0000',
  '((((',
  '!!!&|',
  ':*',
  'a'.repeat(10_000),
  '🏔️'.repeat(90),
  '\u202Eabc',
]

test('no query breaks the page or becomes markup', async ({ request, page }) => {
  for (const text of hostile) {
    const answer = await request.get(`/search?q=${encodeURIComponent(text)}`)
    expect(answer.status(), text.slice(0, 40)).toBeLessThan(500)
    expect(await answer.text()).not.toContain('<script>document.title')
  }
  await page.goto(`/search?q=${encodeURIComponent(hostile[1] ?? '')}`)
  await expect(page).not.toHaveTitle('pwned')
})
