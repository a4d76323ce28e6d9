import { randomBytes } from 'node:crypto'
import { expectAccessible } from './support/accessibility.ts'
import { expect, signedIn, test } from './support/people.ts'
import { aPicture } from './support/pictures.ts'
import { aPublishedStory } from './support/stories.ts'
import { aTitle, publishAndSee, storyText, titleField } from './support/writing.ts'

test('a writer makes a publication, describes it and writes for it', async ({ page, browser }) => {
  const name = `Night Shift ${randomBytes(3).toString('hex')}`
  await signedIn(page.context())
  await page.goto('/publication/new')
  await expectAccessible(page)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create Publication' }).click()
  await expect(page).toHaveURL(/\/publication\/night-shift-/)
  const address = new URL(page.url()).pathname
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('link', { name: 'New Story', exact: true })).toHaveAttribute(
    'href',
    `${address}/new-story`,
  )
  // Empty, it is nothing that others should find.
  const robots = page.locator('meta[name="robots"]')
  const sitemap = async () => (await page.request.get('/sitemaps/pages.xml')).text()
  await expect(robots).toHaveAttribute('content', /noindex/)
  expect(await sitemap()).not.toContain(address)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Edit publication' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit publication' })
  await expectAccessible(page)
  await dialog.getByLabel('Description (optional)').fill('Stories for the small hours.')
  await dialog
    .getByLabel('Picture file')
    .setInputFiles({ name: 'night.jpg', mimeType: 'image/jpeg', buffer: await aPicture() })
  await expect(dialog.getByLabel('Image URL (optional)')).toHaveValue(/^\/uploads\//)
  await dialog.getByRole('button', { name: 'Save' }).click()
  // The field of the dialog, hidden once the page has loaded again, has the same text.
  await expect(page.getByRole('paragraph').filter({ hasText: 'Stories for the small hours.' })).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: 'New Story', exact: true }).click()
  await page.waitForURL(`**${address}/new-story`)
  const title = aTitle()
  await titleField(page).fill(title)
  await storyText(page).click()
  await page.keyboard.type('For the small hours.')
  await expect(page.getByLabel('Publication', { exact: true })).toContainText(name)
  await publishAndSee(page)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()

  const stranger = await browser.newPage()
  await stranger.goto(address)
  await expect(stranger.getByText('Stories for the small hours.')).toBeVisible()
  const picture = stranger.locator('main img[src^="/uploads/"]')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(stranger.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
  await expect(stranger.getByText(/^by .+ · 1 story$/)).toBeVisible()
  await expect(stranger.getByRole('navigation', { name: 'Topics' }).getByRole('link')).toHaveCount(1)
  await stranger.getByRole('link', { name: 'Subscribe', exact: true }).click()
  await expect(stranger.getByText(`Subscribe to ${name} and get updates straight in your inbox.`)).toBeVisible()
  await stranger.goBack()
  await expect(stranger.getByRole('button', { name: 'Edit publication' })).toHaveCount(0)
  await expect(stranger.locator('meta[name="robots"]')).toHaveCount(0)
  expect(await sitemap()).toContain(address)
  await stranger.close()
})

test('a publication moves to another address, and is deleted once its name is typed; its story stays', async ({
  page,
  context,
}) => {
  const name = `Harbour Notes ${randomBytes(3).toString('hex')}`
  await signedIn(context)
  const { publication } = await (await context.request.post('/api/publications', { data: { name } })).json()
  const first = `/publication/${publication.slug}`
  const story = await aPublishedStory(context, { publication: publication.slug })
  await page.goto(first)
  await expect(page.getByText('No subscribers yet')).toBeVisible()
  await page.getByRole('button', { name: 'Edit publication' }).click()
  await page.getByLabel('Address').fill(`Quay ${publication.slug}`)
  await page.getByRole('button', { name: 'Save' }).click()
  const second = `/publication/quay-${publication.slug}`
  await expect(page).toHaveURL(second)
  await page.goto(first)
  await expect(page).toHaveURL(second)

  await page.getByRole('button', { name: 'Delete publication' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete publication' })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Delete publication' }).click()
  await dialog.getByLabel(/^Type/).fill('something else')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText(`This is not the name. Please type ${name}.`)).toBeVisible()
  await dialog.getByLabel(/^Type/).fill(name)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/profile\//)
  for (const address of [first, second]) expect((await page.request.get(address)).status()).toBe(404)
  await page.goto(`/article/${story.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})
