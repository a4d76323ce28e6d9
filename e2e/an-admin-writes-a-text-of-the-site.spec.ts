import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signIn, test } from './support/people.ts'
import { storyText } from './support/writing.ts'

const path = '/user-agreement'

test('an administrator writes the user agreement in the editor, publishes it, and takes it back', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, admin)
  await removeText(context.request)
  const reader = await (await browser.newContext()).newPage()
  await reader.goto(path)
  const builtIn = await reader.getByRole('main').textContent()

  await page.goto('/admin-dashboard/settings#texts')
  const row = page.getByRole('list', { name: 'Texts' }).getByRole('listitem').filter({ hasText: 'User Agreement' })
  await row.getByRole('button', { name: /^Write your own/ }).click()
  await expect(page.getByText('This is the text of the page User Agreement.')).toBeVisible()
  await storyText(page).press('Control+Home')
  await storyText(page).pressSequentially('Be kind to each other. ')
  await reader.reload()
  expect(await reader.getByRole('main').textContent()).toBe(builtIn)

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(path)
  await expect(page.getByText('Be kind to each other.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('Be kind to each other.')).toBeVisible()
  await expectAccessible(reader)
  const found = await context.request.get('/api/contents/search?content=Be+kind+to+each+other')
  expect([found.status(), await found.text()]).toEqual([200, expect.not.stringContaining('User Agreement')])

  await page.goto('/admin-dashboard/settings#texts')
  page.on('dialog', (dialog) => void dialog.accept())
  await row.getByRole('button', { name: /^Go back to the built-in text/ }).click()
  await expect(page.getByText('Readers see the built-in text again.')).toBeVisible()
  await reader.reload()
  expect(await reader.getByRole('main').textContent()).toBe(builtIn)
  await removeText(context.request)
  await reader.context().close()
})

/** Leaves neither a published text nor a draft: on a site where this test ran before, it begins as on a new one. */
async function removeText(asAdmin: APIRequestContext): Promise<void> {
  const reset = await asAdmin.delete('/api/dashboard/texts/user-agreement')
  expect(reset.status(), await reset.text()).toBe(200)
  const { draft } = (await reset.json()) as { draft: { slug: string } | null }
  if (draft) expect((await asAdmin.delete(`/api/contents/${draft.slug}`)).status()).toBe(200)
}
