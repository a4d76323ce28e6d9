import { expect, test } from '@playwright/test'
import { aStory } from './support/site-content.ts'

test('results come as one types, are announced, and open by keyboard alone', async ({ page, request }) => {
  const story = await aStory(request, 'fiction')
  await page.goto('/search')
  const box = page.getByRole('main').getByRole('searchbox')
  await box.fill(story.title)
  const results = page.getByRole('main').getByRole('article')
  await expect(results.first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible()
  await expect(page).toHaveURL(/\/search\?q=/)
  await box.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/article/${story.slug}`)
})

test('results are a page that can be shared and needs no scripts', async ({ request }) => {
  const story = await aStory(request, 'technology')
  const html = await (await request.get(`/search?q=${encodeURIComponent(story.title)}`)).text()
  expect(html).toContain('Search Results')
  expect(html).toContain(`/article/${story.slug}`)
  expect(html).toMatch(/<meta name="robots" content="[^"]*noindex/)
})

test('a mistyped word still finds its stories and says what was looked for', async ({ page, request }) => {
  const story = await aStory(request, 'fiction')
  const word = story.title.split(/[^A-Za-z]+/).find((candidate) => candidate.length >= 6) ?? ''
  const mistyped = `${word.slice(0, 3)}${word.slice(4)}`
  await page.goto(`/search?q=${mistyped}`)
  await expect(page.getByText(/showing results for/i)).toBeVisible()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
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
