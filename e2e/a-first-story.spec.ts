import { paths } from '#contract/paths.ts'
import { expect, signedIn, test } from './support/people.ts'
import { aPicture } from './support/pictures.ts'
import { aTitle } from './support/writing.ts'

// Finds everything by its role and its visible label, as a person would.
test('a first story with a picture, from New Story to It’s out', async ({ page, context }, { annotations }) => {
  await signedIn(context)
  await page.goto(paths.home)
  const begunAt = performance.now()
  await page.getByRole('link', { name: 'New Story' }).click()

  const title = aTitle()
  await page.getByRole('textbox', { name: 'Title', exact: true }).click()
  await page.keyboard.type(title)
  await page.getByRole('textbox', { name: 'Story', exact: true }).click()
  await page.keyboard.type('A lamp turns above the harbour. Nobody asks who turns it.')

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a picture' }).click()
  await (await chooser).setFiles({ name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: await aPicture() })
  await page.getByRole('textbox', { name: 'What the picture shows' }).fill('A harbour at night')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Publish this story' })
  await sheet.getByRole('combobox', { name: 'Category' }).selectOption('Fiction')
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'It’s out' })).toBeVisible()

  const seconds = ((performance.now() - begunAt) / 1_000).toFixed(1)
  // Only reported: how fast a machine is, is no promise.
  annotations.push({ type: 'time', description: `${seconds} s from New Story to It’s out` })
  await page.getByRole('link', { name: 'See it' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('img', { name: 'A harbour at night' })).toBeVisible()
})
