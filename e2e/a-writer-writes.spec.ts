import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { expect, signedIn, test } from './support/people.ts'
import {
  aTitle,
  itsOut,
  publishAndSee,
  publishSheet,
  statusLine,
  storyText,
  titleField,
  writeNewStory,
} from './support/writing.ts'

test.describe('a new story', () => {
  test('is saved as a draft, found again and published', async ({ page, context, playwright, baseURL }) => {
    await signedIn(context)
    const title = await writeNewStory(page, 'Nobody said a word in the harbour.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/article\/[^/]+\/edit$/)
    await expect(statusLine(page)).toHaveText('Saved')

    await page.reload()
    await expect(titleField(page)).toHaveValue(title)
    await expect(storyText(page)).toContainText('Nobody said a word in the harbour.')
    const slug = slugIn(page)
    const stranger = await playwright.request.newContext({ baseURL: String(baseURL) })
    expect((await stranger.get(paths.article(slug))).status()).toBe(404)

    await publishAndSee(page)
    await page.waitForURL(`**${paths.article(slug)}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    // Immediately, wherever stories are shown.
    for (const address of [
      '/',
      '/articles/all',
      '/feed.xml',
      `/search?q=${encodeURIComponent(title)}`,
      paths.article(slug),
    ])
      expect(await (await stranger.get(address)).text(), address).toContain(title)
    await stranger.dispose()
  })

  test('has a kicker above its title, for readers and for programs', async ({ page, context }) => {
    await signedIn(context)
    await page.goto(paths.newStory)
    await page.getByRole('textbox', { name: 'Kicker' }).fill('From the harbour')
    await page.keyboard.press('Enter')
    await expect(titleField(page)).toBeFocused()
    const title = aTitle()
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Subtitle' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('A lamp turns above the harbour.')
    await publishAndSee(page)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('From the harbour')).toBeVisible()
    const copy = await page.request.get(`${new URL(page.url()).pathname}.md`)
    expect(await copy.text()).toContain('From the harbour')
  })

  test('says immediately that a title is missing, from any place, and keeps the text', async ({ page, context }) => {
    await signedIn(context)
    await page.goto(paths.newStory)
    await storyText(page).click()
    await page.keyboard.type('A text without a title.')
    await expect(page.getByText('5 words, 1 min read')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    for (let line = 0; line < 40; line++) await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    const sheet = publishSheet(page)
    await expect(sheet.getByText('A published story needs a title.')).toBeInViewport()
    await page.keyboard.press('Control+Enter')
    await expect(sheet.getByRole('button', { name: 'Go to “Title”' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await expect(titleField(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(titleField(page)).toBeFocused()
    await expect(titleField(page)).toBeInViewport()
    await expect(storyText(page)).toContainText('A text without a title.')
  })

  test('is written and published by keyboard alone', async ({ page, context }) => {
    await signedIn(context)
    await page.goto(paths.newStory)
    await expect(titleField(page)).toBeFocused()
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await page.keyboard.type('From the title to the text')
    await page.keyboard.press('Enter')
    await expect(page.locator('.ql-editor')).toBeFocused()
    await page.keyboard.type('Not a single click. ')
    await page.keyboard.press('Control+B')
    await page.keyboard.type('Bold')
    await page.keyboard.press('Control+S')
    await expect(statusLine(page)).toHaveText('Saved')
    // The first time opens the sheet, the second confirms it.
    await page.keyboard.press('Control+Enter')
    await expect(publishSheet(page).getByRole('heading', { name: 'Publish this story' })).toBeFocused()
    await expect(publishSheet(page).getByText('There is no story image yet.')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(itsOut(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/article\/by-keyboard/)
    await expect(page.locator('#story strong')).toHaveText('Bold')
  })
})

function slugIn(page: Page): string {
  return decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
}
