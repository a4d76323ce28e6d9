import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { hold, isTextEditor } from './support/held-scripts.ts'
import { expect, type Person, signedIn, test } from './support/people.ts'
import type { WrittenStory } from './support/stories.ts'
import {
  aStoryOf,
  publishAndSee,
  save,
  statusLine,
  storyText,
  textsOnDevice,
  titleField,
  workingCopyOf,
  writeNewStory,
} from './support/writing.ts'

/** A signed-in person's draft, open in the editor. */
async function openStory(page: Page): Promise<WrittenStory & { writer: Person }> {
  const writer = await signedIn(page.context())
  const story = await aStoryOf(page.context())
  await page.goto(paths.editArticle(story.slug))
  await expect(storyText(page)).toContainText('Two.')
  return { ...story, writer }
}

/** Puts the cursor at the end of a paragraph and types. */
async function typeAfter(page: Page, paragraph: string, text: string) {
  await storyText(page).getByText(paragraph, { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(text)
}

/** Ends a tab as a crash does: none of its code runs any more. */
async function crash(page: Page) {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => undefined)
  await crashed
  // A crashed page answers no other call.
  await page.close()
}

test('text typed offline is kept on the device, through a crash, and saved when the network is back', async ({
  page,
  context,
}) => {
  const { _id, slug } = await openStory(page)
  await context.setOffline(true)
  await typeAfter(page, 'Two.', ' Typed without a network.')
  await expect(statusLine(page)).toHaveText('Offline, kept on this device')
  // While someone types, the device may be a second behind.
  await expect.poll(() => textsOnDevice(page)).toContain('without a network.')
  await crash(page)

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(paths.editArticle(slug))
  await expect(again.getByText(/Your work from .* is back\./)).toBeVisible()
  await expect(storyText(again)).toContainText('Two. Typed without a network.')
  await expect(statusLine(again)).toHaveText('Saved')
  expect((await workingCopyOf(context, _id)).content).toContain('Typed without a network.')
})

test('a newer text of the device is shown before its editor is there, at once and where the page was scrolled to', async ({
  page,
  context,
}) => {
  await signedIn(context)
  const lines = Array.from({ length: 40 }, (_, at) => `<p>Line ${at + 1} of a long text.</p>`)
  const { slug } = await aStoryOf(context, { content: lines.join('') })
  await page.goto(paths.editArticle(slug))
  await expect(storyText(page)).toContainText('Line 30')
  await context.setOffline(true)
  await typeAfter(page, 'Line 30 of a long text.', ' Kept here.')
  await expect.poll(() => textsOnDevice(page)).toContain('Kept here.')
  await crash(page)

  await context.setOffline(false)
  const again = await context.newPage()
  const editor = await hold(again, isTextEditor)
  await again.goto(paths.editArticle(slug))
  const shown = again.locator('section#story-text')
  await expect(shown.getByText('Line 30 of a long text. Kept here.')).toBeVisible()
  await expect(again.getByText(/Your work from .* is back\./)).toBeVisible()
  await again.getByText('Line 40 of a long text.').scrollIntoViewIfNeeded()
  const scrolledTo = await again.evaluate(() => scrollY)
  editor.release()
  await expect(storyText(again).getByText('Line 30 of a long text. Kept here.')).toBeVisible()
  expect(await again.evaluate(() => scrollY)).toBe(scrolledTo)
})

test('a rejected text is in the history, and can be restored from there', async ({ page, context }) => {
  const { slug } = await openStory(page)
  await page.route('**/api/contents/*', (route) => route.abort())
  await typeAfter(page, 'Two.', ' A second thought.')
  await expect(statusLine(page)).toContainText('kept on this device')
  await expect.poll(() => textsOnDevice(page)).toContain('A second thought.')
  await crash(page)

  const again = await context.newPage()
  await again.goto(paths.editArticle(slug))
  await again.getByRole('button', { name: 'Use the saved version instead' }).click()
  await again.reload()
  await expect(storyText(again)).toContainText('Two.')
  await again.getByRole('button', { name: 'History' }).click()
  const history = again.getByRole('dialog', { name: 'History' })
  await history.getByRole('button', { name: 'On this device, from' }).click()
  await expect(history.getByRole('deletion')).toContainText('A second thought.')
  await history.getByRole('button', { name: 'Restore this text' }).click()
  await expect(storyText(again)).toContainText('Two. A second thought.')
  await expect(statusLine(again)).toHaveText('Saved')
})

test('goes on by itself when the network comes back in the same tab', async ({ page, context }) => {
  const { _id } = await openStory(page)
  await context.setOffline(true)
  await typeAfter(page, 'Two.', ' Still here.')
  await expect(statusLine(page)).toHaveText('Offline, kept on this device')
  await context.setOffline(false)
  await expect(statusLine(page)).toHaveText('Saved')
  expect((await workingCopyOf(context, _id)).content).toContain('Two. Still here.')
})

test('a new story whose tab was killed before the first save comes back', async ({ page, context }) => {
  await signedIn(context)
  await page.route('**/api/contents', (route) => route.abort())
  const title = await writeNewStory(page, 'The first words of all.')
  await expect(statusLine(page)).toContainText('kept on this device')
  await crash(page)
  const again = await context.newPage()
  await again.goto(paths.newStory)
  await expect(again.getByText('is still here.')).toBeVisible()
  await again.getByRole('button', { name: 'Continue with it' }).click()
  await expect(titleField(again)).toBeFocused()
  await expect(titleField(again)).toHaveValue(title)
  await expect(storyText(again)).toContainText('The first words of all.')
  await expect(statusLine(again)).toHaveText('Saved')
})

test('changes in two tabs are merged, and two edits of the same place are shown side by side to choose from', async ({
  page,
  context,
}) => {
  const { _id, slug } = await openStory(page)
  const other = await context.newPage()
  await other.goto(paths.editArticle(slug))
  await typeAfter(page, 'One.', ' From here.')
  await save(page)
  await typeAfter(other, 'Three.', ' From there.')
  await save(other)
  const merged = await workingCopyOf(context, _id)
  expect(merged.content).toContain('One. From here.')
  expect(merged.content).toContain('Three. From there.')
  await expect(storyText(other)).toContainText('One. From here.')
  await expect(storyText(page)).toContainText('Three. From there.')

  // Another person saves from another device.
  const theirs = {
    content: merged.content.replace('Two.', 'Two, from elsewhere.'),
    isDraft: true,
    version: merged.version,
  }
  expect((await context.request.put(`/api/contents/${_id}`, { data: theirs })).status()).toBe(200)
  await typeAfter(page, 'Two.', ' From here.')
  const conflict = page.getByRole('region', { name: 'This story was also changed elsewhere' })
  await expect(conflict).toContainText('Two. From here.')
  await expect(conflict).toContainText('Two, from elsewhere.')
  // Nothing is overwritten meanwhile.
  expect((await workingCopyOf(context, _id)).content).toContain('Two, from elsewhere.')
  await conflict.getByRole('radio', { name: 'Keep both, yours first' }).check()
  await conflict.getByRole('button', { name: 'Continue with this text' }).click()
  await expect(conflict).toBeHidden()
  await expect(storyText(page)).toBeFocused()
  await expect(statusLine(page)).toHaveText('Saved')
  const { content } = await workingCopyOf(context, _id)
  expect(content).toContain('<p>Two. From here.</p><p>Two, from elsewhere.</p>')
})

test('a log-out in another tab leaves a writer with the text, and with the way back in', async ({ page, context }) => {
  const { _id, writer } = await openStory(page)
  await page.route('**/api/contents/*', (route) => route.abort())
  await typeAfter(page, 'Two.', ' Not saved yet.')
  await expect(statusLine(page)).toContainText('kept on this device')
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Account menu' }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(other).toHaveURL(paths.login())
  await page.unroute('**/api/contents/*')
  await expect(statusLine(page)).toHaveText('Logged out, kept on this device')
  await expect(storyText(page)).toContainText('Two. Not saved yet.')

  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Log in again in a new tab' }).click()
  const login = await opened
  await login.getByLabel('Email', { exact: true }).first().fill(writer.email)
  await login.getByLabel('Password', { exact: true }).fill(writer.password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await login.waitForURL('/')
  await expect(statusLine(page)).toHaveText('Saved')
  expect((await workingCopyOf(context, _id)).content).toContain('Not saved yet.')
})

test('readers see the published text until the changes are published, and discarded changes come back from the history', async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  await signedIn(context)
  const { _id, slug } = await aStoryOf(context, { isDraft: false })
  const stranger = await playwright.request.newContext({ baseURL: String(baseURL) })
  await page.goto(paths.editArticle(slug))
  await expect(storyText(page)).toContainText('Two.')
  const discard = page.getByRole('button', { name: 'Discard the changes' })
  await expect(discard).toHaveCount(0)
  await typeAfter(page, 'Two.', ' Half a sent')
  await save(page)
  expect(await (await stranger.get(paths.article(slug))).text()).not.toContain('Half a sent')

  page.once('dialog', (dialog) => dialog.accept())
  await discard.click()
  await expect(discard).toHaveCount(0)
  await expect(storyText(page)).toContainText('Two.')
  await expect(storyText(page)).not.toContainText('Half a sent')
  expect((await workingCopyOf(context, _id)).content).not.toContain('Half a sent')

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  const kept = history.getByRole('list', { name: 'Kept versions' })
  await kept.getByRole('button', { name: /^Set aside,/ }).click()
  await expect(history.getByRole('deletion').first()).toContainText('Half a sent')
  await history.getByRole('button', { name: 'Restore this version' }).click()
  await expect(history).toBeHidden()
  await expect(storyText(page)).toContainText('Two. Half a sent')
  await expect(statusLine(page)).toHaveText('Saved')
  expect(await (await stranger.get(paths.article(slug))).text()).not.toContain('Half a sent')

  await typeAfter(page, 'Two. Half a sent', 'ence, now whole.')
  await publishAndSee(page)
  await expect(page).toHaveURL(paths.article(slug))
  expect(await (await stranger.get(paths.article(slug))).text()).toContain('Half a sentence, now whole.')
  await stranger.dispose()
})
