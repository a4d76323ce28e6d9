import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './support/accessibility.ts'
import { siteUrl } from './support/address.ts'
import { expect, signedIn, test } from './support/people.ts'
import { aDraft, aPublishedStory, readStory } from './support/stories.ts'
import { aTitle } from './support/writing.ts'

/** The web reports reads every ten seconds. */
const countedWithinMs = 60_000

const source = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Where readers came from' }).getByRole('listitem').filter({ hasText: name })

test('a writer sees how a story was read and from where, and strangers don’t', async ({
  page,
  browser,
  playwright,
}) => {
  test.setTimeout(180_000)
  await signedIn(page.context())
  const story = await aPublishedStory(page.context(), { title: aTitle() })
  const draft = await aDraft(page.context(), { title: aTitle() })
  const readers = `/my-stories/${story.slug}/readers`

  await page.goto('/')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Your Stories' }).click()
  await expect(page.getByRole('link', { name: draft.title, exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Readers: ${story.title}` }).click()
  await expect(page).toHaveURL(readers)
  await expect(page.getByText('No reads yet since it was published today.')).toBeVisible()

  const visitor = await playwright.request.newContext({ baseURL: siteUrl })
  const article = `/article/${story.slug}`
  for (let count = 0; count < 5; count++) await readStory(visitor, `${article}?from=newsletter`)
  for (let count = 0; count < 4; count++) await readStory(visitor, article, 'https://www.example.com/links?q=secret')
  for (let count = 0; count < 3; count++) await readStory(visitor, article)
  await readStory(visitor, article, `${siteUrl}/`)
  await readStory(visitor, article, `${siteUrl}/search?q=lamp`)
  await visitor.dispose()

  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^14 reads since it was published today, /)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: countedWithinMs })
  await expect(source(page, 'Newsletter')).toContainText('5 reads')
  await expect(source(page, 'example.com')).toContainText('4 reads')
  await expect(source(page, 'Directly')).toContainText('3 reads')
  await expect(source(page, 'Front page')).toContainText('1 read')
  await expect(source(page, 'Search on')).toContainText('1 read')
  await expect(page.getByText('secret')).toHaveCount(0)

  const reads = page.getByRole('region', { name: 'Reads', exact: true })
  await expect(reads.locator('svg.recharts-surface').first()).toBeVisible()
  await reads.getByText('Show as a table').click()
  await expect(reads.getByRole('row')).toHaveCount(8)
  await expect(reads.getByRole('row').nth(1)).toContainText(/so far\s*14/)
  await expectAccessibleEverywhere(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await page.getByRole('link', { name: '30 days' }).click()
  await expect(page).toHaveURL(`${readers}?days=30`)
  await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'true')

  await page.goto('/my-stories')
  const row = page.getByRole('row').filter({ hasText: story.title })
  await expect(row.getByRole('img', { name: /^Reads in the last 30 days: 14,/ })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('combobox', { name: 'State' }).selectOption('draft')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('link', { name: draft.title, exact: true })).toBeVisible()

  const { uuid } = await (await page.request.get('/api/users/current_user')).json()
  await page.goto(`/profile/${uuid}`)
  await expect(page.getByRole('link', { name: '14 reads this week' })).toHaveAttribute('href', '/my-stories')

  await page.goto('/account/newsletters')
  const monthly = page.getByRole('checkbox', { name: /^Email me on the first of each month/ })
  const saved = page.waitForResponse('**/api/users/update-profile')
  await monthly.check()
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await expect(monthly).toBeChecked()

  await page.goto(article)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Readers', exact: true })).toHaveAttribute('href', readers)

  const stranger = await browser.newContext({ baseURL: siteUrl })
  await signedIn(stranger)
  const answer = await stranger.request.get(readers)
  expect(answer.status()).toBe(404)
  expect(await answer.text()).not.toContain(story.title)
  expect((await stranger.request.get(`/api/readers/stories/${story._id}`)).status()).toBeGreaterThanOrEqual(403)
  await stranger.close()
})

test('an owner sees how a publication’s stories were read, and strangers don’t', async ({
  page,
  browser,
  playwright,
}) => {
  test.setTimeout(180_000)
  await signedIn(page.context())
  const name = `Night Notes ${aTitle()}`.slice(0, 60)
  const made = await page.request.post('/api/publications', { data: { name } })
  const { slug } = ((await made.json()) as { publication: { slug: string } }).publication
  const story = await aPublishedStory(page.context(), { title: aTitle(), publication: slug })
  const readers = `/publication/${slug}/readers`
  await page.goto(readers)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByText('No reads this week, and none in the week before.')).toBeVisible()

  const visitor = await playwright.request.newContext({ baseURL: siteUrl })
  for (let count = 0; count < 2; count++) await readStory(visitor, `/article/${story.slug}`)
  await visitor.dispose()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('2 reads this week, both of them opened directly.')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: countedWithinMs })
  const top = page.getByRole('region', { name: 'Top stories of the last 7 days' })
  await expect(top.getByRole('link', { name: story.title })).toHaveAttribute('href', `/article/${story.slug}`)
  await expectAccessibleEverywhere(page)

  const stranger = await browser.newContext({ baseURL: siteUrl })
  await signedIn(stranger)
  expect((await stranger.request.get(readers)).status()).toBe(404)
  await stranger.close()
})
