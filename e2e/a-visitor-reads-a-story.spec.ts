import { expect, test } from '@playwright/test'
import { aStory, everyStory } from './support/site-content.ts'

test('a visitor opens a story from the home page and reads it to the end', async ({ page, request }) => {
  const story = await aStory(request)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Byte size knowledge that makes you smarter everyday.',
  )
  await page.getByRole('link', { name: story.title }).first().click()

  await expect(page).toHaveURL(`/article/${story.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(story.title)
  await expect(page.getByText('Thanks for reading')).toBeVisible()
  await expect(page.getByText('Representational Image')).toBeVisible()
})

test('a story’s text is once in its page, and stays when scripts have run', async ({ page, request }) => {
  const { slug } = await aStory(request)
  const answer = await request.get(`/api/contents/slug/${slug}`)
  const { content } = (await answer.json()) as { content: string }
  const sentence = [...content.matchAll(/>([\w ,]{30,})/g)].at(-1)?.[1] ?? 'no plain sentence'
  const html = await (await request.get(`/article/${slug}`)).text()
  expect(html.split(sentence)).toHaveLength(2)

  await page.goto(`/article/${slug}`)
  await page.getByRole('button', { name: /share/i }).click()
  await expect(page.getByText(sentence)).toBeVisible()
})

test('the author’s name leads to the author, and from there to the other stories', async ({ page, request }) => {
  const story = await aStory(request, 'fiction')
  await page.goto(`/article/${story.slug}`)
  await page.getByRole('link', { name: story.author_name }).first().click()
  await expect(page).toHaveURL(`/profile/${story.author_uuid}`)
  await expect(page.getByRole('heading', { name: 'Profile Details' })).toBeVisible()
  await expect(page.getByRole('link', { name: story.title }).first()).toBeVisible()
})

test('a book summary hides its author’s picture and says what it is', async ({ page, request }) => {
  const summary = await aStory(request, 'book_summary')
  await page.goto(`/article/${summary.slug}`)
  await expect(page.getByText('Book Summary').first()).toBeVisible()
  await expect(page.getByTestId('author-avatar')).toHaveCount(0)
})

test('a story leads on to others of its category', async ({ page, request }) => {
  const story = await aStory(request, 'technology')
  await page.goto(`/article/${story.slug}`)
  const next = page.getByRole('region', { name: /next/i }).getByRole('link')
  await expect(next.first()).toBeVisible()
  await next.first().click()
  await expect(page).toHaveURL(/\/article\//)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(story.title)
})

test('the chosen theme is remembered and set before the first paint', async ({ page, request }) => {
  const story = await aStory(request)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  await page.getByRole('button', { name: /theme/i }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(paper).not.toBe(light)
  await page.goto(`/article/${story.slug}`, { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

test('a printed story is the story alone', async ({ page, request }) => {
  const story = await aStory(request)
  await page.goto(`/article/${story.slug}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
})

test('a story ends with its author, to be followed by email, and with whole titles to read next', async ({
  page,
  request,
}) => {
  const story = await aStory(request, 'fiction')
  await page.goto(`/article/${story.slug}`)
  await expect(page.getByLabel(`Follow ${story.author_name} by email`)).toBeVisible()
  const shown = [
    ...(await page
      .getByRole('region', { name: `More by ${story.author_name}` })
      .getByRole('heading', { level: 3 })
      .all()),
    ...(await page.getByRole('region', { name: 'Read next' }).getByRole('heading', { level: 3 }).all()),
  ]
  const titles = (await everyStory(request)).map(({ title }) => title)
  expect(shown.length).toBeGreaterThan(3)
  for (const heading of shown) expect(titles).toContain(await heading.textContent())
})
