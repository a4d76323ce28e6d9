import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { expect, signedIn, test } from './support/people.ts'
import { aPicture } from './support/pictures.ts'
import { aStoryOf, save, statusLine, storyText, workingCopyOf } from './support/writing.ts'

const address = /^\/uploads\/[0-9a-f]{32}-\d+x\d+\.webp$/

async function openedDraft(page: Page): Promise<string> {
  const { _id, slug } = await aStoryOf(page.context())
  await page.goto(paths.editArticle(slug))
  await expect(storyText(page)).toContainText('Two.')
  return _id
}

/** The picture in the text once the upload is over. */
const pictureIn = (page: Page) => storyText(page).locator('img[src^="/uploads/"]')

async function expectStored(page: Page, id: string) {
  await expect(pictureIn(page)).toHaveAttribute('src', address)
  await expect(statusLine(page)).toHaveText('Saved')
  const { content } = await workingCopyOf(page.context(), id)
  expect(content).toContain('/uploads/')
  expect(content).toContain('srcset=')
  expect(content).not.toContain('data:')
}

// Pasted and dropped ones take the same way: a-writer-formats-a-text.spec.ts.
test('pictures are uploaded in the text and above it, and an upload that is refused says why and can be tried again', async ({
  page,
  context,
}) => {
  await signedIn(context)
  const id = await openedDraft(page)
  await storyText(page).getByText('Two.').click({ clickCount: 3 })
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: /picture|image/i })
    .click()
  await (await chooser).setFiles({ name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: await aPicture() })
  await expectStored(page, id)

  await page.route('**/api/uploads', (route) => route.abort(), { times: 1 })
  const above = page.getByRole('region', { name: 'Story image' })
  await above
    .getByLabel('Picture file')
    .setInputFiles({ name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: await aPicture() })
  const refusal = page.getByRole('alert').filter({ hasText: 'You seem to be offline' })
  await refusal.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Story image URL')).toHaveValue(address)
  await above.getByLabel('What the picture shows').fill('A harbour at night')
  await save(page)
  expect(await workingCopyOf(context, id)).toMatchObject({ image_alt: 'A harbour at night' })

  await above.getByLabel('Picture file').setInputFiles({
    name: 'drawing.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  })
  await expect(page.getByRole('alert').filter({ hasText: /SVG|picture|JPEG/i })).toBeVisible()
})
