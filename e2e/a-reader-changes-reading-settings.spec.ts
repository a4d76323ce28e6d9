import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere, expectNoOverflow } from './support/accessibility.ts'
import { expect, signedIn, test } from './support/people.ts'
import { aStory, stories } from './support/site-content.ts'
import { aPublishedStory } from './support/stories.ts'

const openPanel = (page: Page) => page.getByRole('button', { name: 'Theme and text' }).click()
const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click()
const chooseSize = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const sepia = 'rgb(244, 235, 214)'
const letterSize = (page: Page) =>
  page.locator('#story').evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize))

test('works before the site’s scripts load, and every page remembers it', async ({ page, request }) => {
  const story = await aStory(request)
  await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort())
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/article/${story.slug}`)
  const [size, width] = [await letterSize(page), (await page.locator('#story').boundingBox())?.width ?? 0]
  await openPanel(page)
  await choose(page, 'Sepia')
  await chooseSize(page, 'Large')
  await choose(page, 'Wide')
  expect(await paper(page)).toBe(sepia)
  expect(await letterSize(page)).toBeGreaterThan(size)
  expect((await page.locator('#story').boundingBox())?.width).toBeGreaterThan(width)
  await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', '#f4ebd6')

  await page.goto('/', { waitUntil: 'domcontentloaded' })
  expect(await paper(page)).toBe(sepia)
  await openPanel(page)
  for (const name of ['Sepia', 'Large', 'Wide']) await expect(page.getByRole('radio', { name })).toBeChecked()
  await choose(page, 'System')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
})

test('is set by keyboard in a panel that is accessible in the light and in the dark, other tabs follow, and Escape leads back', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/about-us')
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Theme and text' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'System' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'System' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Sepia' })).toBeChecked()
  // The browser itself checks the button; the page follows once its scripts are there.
  await expect.poll(() => paper(page)).toBe(sepia)
  await expect.poll(() => paper(other)).toBe(sepia)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: 'Sepia' })).toBeHidden()
  await expect(button).toBeFocused()
})

test('sepia and the largest text stay when the site’s scripts come, and pages are accessible and fit every width', async ({
  page,
  request,
}) => {
  const noises: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && noises.push(message.text())))
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'sepia')
    localStorage.setItem('reading', 'large wide')
  })
  const story = await aStory(request, 'fiction')
  for (const path of ['/', `/article/${story.slug}`, `/profile/${story.author_uuid}`, '/users/login', '/sudoku']) {
    await page.goto(path)
    if (path === '/') {
      await openPanel(page)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('radio', { name: 'Sepia' })).toBeChecked()
      expect(await paper(page)).toBe(sepia)
      expect(noises).toEqual([])
    }
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page)
      const panel = path === '/' ? await page.locator('#reading-panel').boundingBox() : undefined
      if (panel) expect([panel.x >= 0, panel.x + panel.width <= width]).toEqual([true, true])
    }
    await expectAccessible(page)
  }
})

test('fiction begins with a large letter and ends with a mark that is not read aloud', async ({ page, request }) => {
  const slugs = (await stories(request, 'fiction')).map(({ slug }) => slug)
  expect(slugs).toContain('snow-in-the-prompters-box')
  await page.goto('/article/snow-in-the-prompters-box')
  const first = page.locator('#story > p').first()
  expect(
    await first.evaluate((text) => getComputedStyle(text, '::first-letter').getPropertyValue('initial-letter')),
  ).toMatch(/^3/)
  const last = page.locator('#story > p').last()
  expect(await last.evaluate((text) => getComputedStyle(text, '::after').content)).toContain('■')
  await expect(last).not.toContainText('■')
  await expect(page.locator('#story')).not.toHaveText(/■/)
})

test('a long story shows how far it has been read, a short one nothing', async ({ page, context, request }) => {
  await signedIn(context)
  const sentence = 'The lamp above the harbour turns, and somebody who cannot sleep counts the turns until morning. '
  const content = Array.from({ length: 24 }, () => `<p>${sentence.repeat(6)}</p>`).join('')
  const long = await aPublishedStory(context, { content })
  const line = () =>
    page.locator('article:has(#story)').evaluate((story) => {
      const { content: shown, backgroundSize, height } = getComputedStyle(story, '::before')
      return shown === 'none' ? undefined : { width: Number.parseFloat(backgroundSize), height }
    })
  await page.goto(`/article/${long.slug}`)
  expect(await line()).toEqual({ width: 0, height: '3px' })
  await page
    .locator('#story > p')
    .nth(12)
    .evaluate((text) => text.scrollIntoView())
  await expect.poll(async () => (await line())?.width).toBeGreaterThan(20)
  await page.getByText('Thanks for reading').evaluate((text) => text.scrollIntoView({ block: 'end' }))
  await expect.poll(async () => (await line())?.width).toBe(100)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await line()).toBeUndefined()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`/article/${(await aStory(request)).slug}`)
  expect(await line()).toBeUndefined()
})
