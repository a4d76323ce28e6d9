import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'
import { aPublishedStory } from './support/stories.ts'

const desk = '/admin-dashboard/front-page'
const lead = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).first()

test('an administrator pins a story as the lead, and takes it off the top', async ({ page, context, browser }) => {
  const other = await browser.newContext()
  await signedIn(other)
  const story = await aPublishedStory(other)
  await signIn(context, admin)
  await page.goto('/admin-dashboard/stories')
  await page.getByLabel('Title, author or address').fill(story.title)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: `Pin: ${story.title}` }).click()
  await expect(page.getByLabel('Story', { exact: true })).toHaveValue(story.slug)
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(page.getByText('Pinned.', { exact: true })).toBeVisible()
  const row = page.getByRole('list', { name: 'Pinned stories' }).getByRole('listitem')
  await expect(row.getByRole('link', { name: story.title })).toBeVisible()
  await expect(page.getByText(`A new lead replaces “${story.title}”.`)).toBeVisible()
  await expectAccessible(page)

  const theirs = await other.newPage()
  await theirs.goto('/')
  await expect(lead(theirs)).toHaveText(story.title)

  await row.getByRole('button', { name: `Unpin: ${story.title}` }).click()
  await expect(page.getByText(/^No story is pinned/)).toBeFocused()
  await theirs.goto('/')
  await expect(lead(theirs)).not.toHaveText(story.title)
  await expect(theirs.getByRole('heading', { name: story.title })).toBeVisible()
  await other.close()
})

test('the cached home page changes when a pin ends, without any write', async ({ page, asAdmin, browser }) => {
  const other = await browser.newContext()
  await signedIn(other)
  const { slug, title } = await aPublishedStory(other)
  const data = { place: 'lead', ends_at: new Date(Date.now() + 8_000).toISOString() }
  const answer = await (await asAdmin()).put(`/api/front-page/pins/${slug}`, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  await page.goto('/')
  await expect(lead(page)).toHaveText(title)
  await expect(async () => {
    await page.goto('/')
    await expect(lead(page)).not.toHaveText(title, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await other.close()
})

test('a newcomer’s story is in the list, and on top once an administrator approves the author', async ({
  page,
  context,
  browser,
}) => {
  const other = await browser.newContext()
  const writer = await signedIn(other)
  const { title } = await aPublishedStory(other)
  const theirs = await other.newPage()
  await theirs.goto('/')
  await expect(lead(theirs)).not.toHaveText(title)
  await expect(theirs.getByRole('heading', { level: 3, name: title })).toBeVisible()

  await signIn(context, admin)
  await page.goto(desk)
  const row = page.getByRole('list', { name: 'New authors' }).getByRole('listitem').filter({ hasText: writer.name })
  await expect(row.getByRole('link', { name: title })).toBeVisible()
  await row.getByRole('button', { name: `Approve: ${writer.name}` }).click()
  await expect(row.getByText('Approved author')).toBeVisible()
  await theirs.goto('/')
  await expect(lead(theirs)).toHaveText(title)
  await other.close()
})

test('a story without a picture has a drawn cover, in the list and on its page', async ({ page, context }) => {
  await signedIn(context)
  const { slug, title } = await aPublishedStory(context)
  await page.goto('/articles/fiction')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  const cover = row.locator('img.by-day')
  await expect(cover).toHaveAttribute('src', new RegExp(`^/drawn-covers/${slug}-[0-9a-z]+\\.svg$`))
  await cover.scrollIntoViewIfNeeded()
  await expect(cover).toHaveJSProperty('complete', true)
  await expect(cover).toHaveJSProperty('naturalWidth', 1440)
  const src = await cover.getAttribute('src')
  await page.goto(`/article/${slug}`)
  await expect(page.locator('figure img.by-day')).toHaveAttribute('src', src ?? '')
  await expect(page.locator('figure img.by-day')).toHaveAttribute('alt', '')
})

test('a very long title takes four lines of a card, and all of it is in the page', async ({ page, context }) => {
  await signedIn(context)
  const title = `The ${'extraordinary administrators of unquestionable lamps '.repeat(4)}`.slice(0, 199).trim()
  await aPublishedStory(context, { title })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/articles/fiction')
  const heading = page.getByRole('heading', { name: title })
  await expect(heading).toBeVisible()
  const lines = await heading.evaluate((element) => {
    return element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight)
  })
  expect(lines).toBeCloseTo(4, 1)
})
