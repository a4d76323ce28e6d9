import type { Browser } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'
import { aPublishedStory } from './support/stories.ts'

const thanks = 'Thank you. An administrator will look at this story.'

/** Publishes a story by someone who signs out again. */
async function aStrangersStory(browser: Browser) {
  const other = await browser.newContext()
  const writer = await signedIn(other)
  const story = await aPublishedStory(other)
  await other.close()
  return { ...story, writer }
}

test('a visitor reports a story, and an administrator dismisses it', async ({ page, browser }) => {
  const story = await aStrangersStory(browser)
  await page.goto(`/article/${story.slug}`)
  await page.getByRole('link', { name: 'Report it' }).click()
  await expect(page.getByRole('heading', { name: 'Report a story' })).toBeVisible()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please choose a reason.' })).toBeVisible()
  await page.getByLabel('Copied from someone else').check()
  await page.getByLabel('What should an administrator know?').fill('It is on my own site.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByText(thanks)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'Back to the story' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(story.title)

  const desk = await browser.newContext()
  await signIn(desk, admin)
  const theirs = await desk.newPage()
  await theirs.goto('/admin-dashboard')
  await theirs.getByRole('link', { name: 'Readers have reported stories' }).click()
  const row = theirs.getByRole('list', { name: 'Reported stories' }).locator('> li').filter({ hasText: story.title })
  await expect(row.getByText('It is on my own site.')).toBeVisible()
  await expect(row.getByText(/^A visitor/)).toBeVisible()
  await row.getByText('Read the text here').click()
  await expect(row.getByText('A lamp turns above the harbour. Nobody asks who turns it.')).toBeVisible()
  await expectAccessible(theirs)
  await row.getByRole('button', { name: `Dismiss: ${story.title}` }).click()
  await expect(row.getByText('The reports are dismissed. The story stays as it is.')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('No story is reported.')).toBeVisible()
  await theirs.goto('/admin-dashboard/audit')
  await expect(
    theirs.getByText(`Dismissed the reports about the story “${story.title}” (${story._id}), reported once.`),
  ).toBeVisible()
  await desk.close()
})

test('an administrator unpublishes a reported story and suspends its author', async ({ page, context, browser }) => {
  const story = await aStrangersStory(browser)
  const reader = await browser.newContext()
  await signedIn(reader)
  const answer = await reader.request.post(`/api/contents/${story.slug}/report`, { data: { reason: 'spam' } })
  expect(answer.status(), await answer.text()).toBe(200)
  await signIn(context, admin)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/admin-dashboard/reports')
  const row = page.getByRole('list', { name: 'Reported stories' }).locator('> li').filter({ hasText: story.title })
  await row.getByRole('button', { name: `Suspend author: ${story.writer.name} (${story.title})` }).click()
  await expect(row.getByText(/^The author is suspended/)).toBeVisible()
  await row.getByRole('button', { name: `Unpublish story: ${story.title}` }).click()
  await expect(row.getByText(/^The story is a draft now/)).toBeVisible()
  expect((await reader.request.get(`/article/${story.slug}`)).status()).toBe(404)
  await reader.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a signed-in reader reports a story', async ({ page, context, browser, asAdmin }) => {
    const story = await aStrangersStory(browser)
    await signedIn(context)
    await page.goto(`/article/${story.slug}`)
    await page.getByRole('link', { name: 'Report it' }).click()
    await page.getByLabel('Something else').check()
    await page.getByLabel('What should an administrator know?').fill('The lamp is mine.')
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(page.getByText(thanks)).toBeVisible()
    const reported = await (await (await asAdmin()).get('/api/reports')).json()
    expect(reported).toMatchObject([{ _id: story._id, reports: [{ reason: 'other', note: 'The lamp is mine.' }] }])
  })

  test('a visitor is told what it takes, and loses nothing that was typed', async ({ page, browser }) => {
    const story = await aStrangersStory(browser)
    await page.goto(`/article/${story.slug}/report`)
    await expect(page.getByText(/^Without an account, this form needs scripts/)).toBeVisible()
    await page.getByLabel('Spam or advertising').check()
    await page.getByLabel('What should an administrator know?').fill('A note')
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('You can also log in.')
    await expect(page.getByLabel('What should an administrator know?')).toHaveValue('A note')
    await expect(page.getByLabel('Spam or advertising')).toBeChecked()
  })
})

test('a story that is not there can’t be reported', async ({ request }) => {
  expect((await request.get('/article/no-such-story/report')).status()).toBe(404)
})
