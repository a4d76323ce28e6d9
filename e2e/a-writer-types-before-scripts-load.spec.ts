import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { hold, isTextEditor } from './support/held-scripts.ts'
import { isHydrated } from './support/hydration.ts'
import { expect, signedIn, test } from './support/people.ts'
import {
  aStoryOf,
  aTitle,
  draftOf,
  publishSheet,
  save,
  statusLine,
  storyText,
  titleField,
  workingCopyOf,
} from './support/writing.ts'

const formattedText = (page: Page) => page.locator('.ql-editor')

test('a new story is written before any script runs, and nothing of it is lost', async ({ page, context }) => {
  await signedIn(context)
  const scripts = await hold(page, () => true)
  const title = aTitle()
  await page.goto(paths.newStory)
  await expect(titleField(page)).toBeFocused()
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('The lamp turns.\n\n  All  night <b>long</b>, ')
  await page.getByRole('textbox', { name: 'Subtitle' }).fill('And a quiet line below')
  await storyText(page).click()
  await page.keyboard.press('Control+End')
  expect(await isHydrated(page)).toBe(false)
  scripts.release()

  await expect(formattedText(page)).toBeFocused()
  // The caret has stayed where it was.
  await page.keyboard.type('until morning.')
  await expect(titleField(page)).toHaveValue(title)
  await expect(statusLine(page)).toHaveText('Saved')
  const draft = await draftOf(context, title)
  expect(await workingCopyOf(context, draft?._id ?? '')).toMatchObject({
    title,
    sub_title: 'And a quiet line below',
    content: expect.stringMatching(
      /^<p>The lamp turns\.<\/p><p><br \/><\/p><p>\s*All\s+night &lt;b&gt;long&lt;\/b&gt;, until morning\.<\/p>$/,
    ),
  })
})

test('a shortcut that is pressed before any script runs acts once they do, with what was typed', async ({
  page,
  context,
}) => {
  await signedIn(context)
  const scripts = await hold(page, () => true)
  await page.goto(paths.newStory)
  await storyText(page).click()
  await page.keyboard.type('A text without a title.')
  // The browser would ask where to store the page as a file.
  await page.evaluate(() => {
    addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key.toLowerCase() === 's') document.body.dataset.heldSave = String(defaultPrevented)
    })
  })
  await page.keyboard.press('Control+S')
  await expect(page.locator('body')).toHaveAttribute('data-held-save', 'true')
  await page.keyboard.press('Control+Enter')
  expect(await isHydrated(page)).toBe(false)
  scripts.release()
  await expect(publishSheet(page).getByText('A published story needs a title.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(storyText(page)).toContainText('A text without a title.')
})

test('what is selected in a field stays selected when its scripts come', async ({ page, context }) => {
  await signedIn(context)
  const { slug } = await aStoryOf(context)
  const scripts = await hold(page, () => true)
  await page.goto(paths.editArticle(slug))
  await titleField(page).selectText()
  scripts.release()
  await expect.poll(() => isHydrated(page)).toBe(true)
  const title = aTitle()
  await expect
    .poll(() => titleField(page).evaluate((field: HTMLTextAreaElement) => field.selectionEnd - field.selectionStart))
    .toBeGreaterThan(0)
  await page.keyboard.type(title)
  await expect(titleField(page)).toHaveValue(title)
})

for (const [what, isHeld] of [
  ['any script runs', () => true],
  ['its editor is there', isTextEditor],
] as const) {
  test(`an old text takes what is typed before ${what}, each word in its place`, async ({ page, context }) => {
    await signedIn(context)
    const { _id, slug } = await aStoryOf(context, { content: '<h2>One</h2><p>Two three.</p><ul><li>four</li></ul>' })
    const scripts = await hold(page, isHeld)
    await page.goto(paths.editArticle(slug))
    if (isHeld === isTextEditor) await expect.poll(() => isHydrated(page)).toBe(true)
    const title = aTitle()
    await titleField(page).fill(title)
    const shown = page.locator('section#story-text')
    await pressEnd(shown.getByText('four'))
    await page.keyboard.type(' and five')
    await shown.getByText('Two three.').dblclick({ position: { x: 4, y: 8 } })
    await page.keyboard.type('2x')
    await page.keyboard.press('Backspace')
    scripts.release()
    await expect(formattedText(page)).toBeFocused()
    // The caret has stayed where it was.
    await page.keyboard.type('nd')
    await save(page)
    expect(await workingCopyOf(context, _id)).toMatchObject({
      title,
      content: '<h2>One</h2><p>2nd three.</p><ul><li>four and five</li></ul>',
    })
  })
}

test('a field that a writer has gone on to keeps the focus when the editor of an old text comes', async ({
  page,
  context,
}) => {
  await signedIn(context)
  const { slug } = await aStoryOf(context)
  const editor = await hold(page, isTextEditor)
  await page.goto(paths.editArticle(slug))
  await pressEnd(page.locator('section#story-text').getByText('Two.'))
  await page.keyboard.type(' And a half.')
  await titleField(page).click()
  editor.release()
  await expect(formattedText(page)).toContainText('Two. And a half.')
  await expect(titleField(page)).toBeFocused()
})

test('what was typed stays, however late the scripts come', async ({ page, context }) => {
  await signedIn(context)
  const scripts = await hold(page, () => true)
  const title = aTitle()
  await page.clock.install()
  await page.goto(paths.newStory)
  await titleField(page).fill(title)
  await page.clock.runFor(60_000)
  expect(await isHydrated(page)).toBe(false)
  scripts.release()
  await page.clock.resume()
  await expect(statusLine(page)).toHaveText('Saved')
  expect(await draftOf(context, title)).toMatchObject({ title })
})

test('a text that is written while its editor loads is saved, and goes on in the editor', async ({ page, context }) => {
  await signedIn(context)
  const editor = await hold(page, isTextEditor)
  const title = aTitle()
  await page.goto(paths.newStory)
  await titleField(page).fill(title)
  await storyText(page).click()
  await page.keyboard.type('One.\nTwo.')
  await expect(statusLine(page)).toHaveText('Saved')
  const draft = await draftOf(context, title)
  expect(await workingCopyOf(context, draft?._id ?? '')).toMatchObject({ content: '<p>One.</p><p>Two.</p>' })

  for (let letter = 0; letter < 3; letter++) await page.keyboard.press('ArrowLeft')
  editor.release()
  await expect(formattedText(page)).toBeFocused()
  await page.keyboard.type('and ')
  await expect(formattedText(page).locator('p')).toHaveText(['One.', 'Tand wo.'])
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+B')
  await expect(formattedText(page).locator('strong')).toHaveText(['One.', 'Tand wo.'])
  await expect(statusLine(page)).toHaveText('Saved')
})

test('a word that an input method composes stays whole', async ({ page, context }) => {
  await signedIn(context)
  const editor = await hold(page, isTextEditor)
  await page.goto(paths.newStory)
  await storyText(page).click()
  const session = await context.newCDPSession(page)
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await compose('にほ')
  const loaded = page.waitForEvent('requestfinished', { predicate: (request) => editor.isHeld(request.url()) })
  editor.release()
  await loaded
  await compose('にほん')
  await expect(page.locator('textarea#story-text')).toHaveValue('にほん')
  await session.send('Input.insertText', { text: '日本' })
  await expect(formattedText(page)).toHaveText('日本')
  await expect(formattedText(page)).toBeFocused()
})

test('without its editor a text is written and saved all the same, and the editor is asked for again', async ({
  page,
  context,
}) => {
  await signedIn(context)
  const editor = await hold(page, isTextEditor)
  const title = aTitle()
  await page.goto(paths.newStory)
  await titleField(page).fill(title)
  editor.refuse()
  const notice = page.getByText('What you write is saved, but the tools for formatting didn’t load.')
  await expect(notice).toBeVisible()
  await storyText(page).fill('Plain, but here.')
  await expect(statusLine(page)).toHaveText('Saved')
  const draft = await draftOf(context, title)
  expect(await workingCopyOf(context, draft?._id ?? '')).toMatchObject({ content: '<p>Plain, but here.</p>' })

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(formattedText(page)).toHaveText('Plain, but here.')
  await expect(notice).toBeHidden()
})

test('an untouched editor runs nothing of what formats texts', async ({ page, context }) => {
  await signedIn(context)
  const editor = await hold(page, isTextEditor)
  editor.release()
  await page.goto(paths.newStory, { waitUntil: 'networkidle' })
  expect(await isHydrated(page)).toBe(true)
  expect(editor.held()).toEqual([])
  await page.keyboard.press('Shift')
  await expect(formattedText(page)).toBeVisible()
})

/** Presses behind the last letter of a line. */
async function pressEnd(line: Locator) {
  const { width = 0, height = 0 } = (await line.boundingBox()) ?? {}
  await line.click({ position: { x: width - 2, y: height / 2 } })
}
