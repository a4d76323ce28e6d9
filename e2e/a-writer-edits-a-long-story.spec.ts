import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { hold, isTextEditor } from './support/held-scripts.ts'
import { isHydrated } from './support/hydration.ts'
import { expect, signedIn, test } from './support/people.ts'
import { aStoryOf, save, storyText, workingCopyOf } from './support/writing.ts'

const paragraphs = Array.from({ length: 40 }, (_, at) => `<p>Paragraph ${at + 1} of a story that is long enough.</p>`)
const formatted =
  '<h2>A heading</h2><ul><li>one<ol><li>two</li></ol></li><li>three</li></ul><blockquote><p>said</p><p>twice</p></blockquote>' +
  '<pre>let a = 1\n\nlet b</pre><hr /><p><img src="/covers/a-notebook-nobody-was-meant-to-read-960.webp" alt="A map" width="1600" height="900"></p><p>The end.</p>'

/** The text as it is before its editor has loaded. */
const shownText = (page: Page) => page.locator('section#story-text')

test('an old text is there before its editor, which takes over without a jump, the pressed place and what was typed', async ({
  page,
  context,
}) => {
  await signedIn(context)
  const { _id, slug } = await aStoryOf(context, { content: formatted + paragraphs.join('') })
  const editor = await hold(page, isTextEditor)
  await page.goto(paths.editArticle(slug))
  await expect(shownText(page)).toContainText('The end.')
  await expect(page.getByText(/words, \d+ min read/)).not.toHaveText(/^0 /)
  await expect.poll(() => isHydrated(page)).toBe(true)
  await page.evaluate(() => document.fonts.ready)

  const topOf = (text: string) =>
    page
      .locator('#story-text, .ql-editor')
      .getByText(text, { exact: true })
      .evaluate((line) => {
        // Its words are compared: a line of a quote is another element in the editor, with its margin inside.
        const words = document.createRange()
        words.selectNode(line.lastChild ?? line)
        return Math.round(words.getBoundingClientRect().top + scrollY)
      })
  const lines = ['A heading', 'three', 'twice', 'The end.', 'Paragraph 40 of a story that is long enough.']
  const before = await Promise.all(lines.map(topOf))
  const { width = 0, height = 0 } = (await shownText(page).getByText('The end.').boundingBox()) ?? {}
  await shownText(page)
    .getByText('The end.')
    .click({ position: { x: width - 4, y: height / 2 } })
  await page.keyboard.type(' Ir')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('s it?')
  editor.release()
  await expect(storyText(page)).toBeFocused()
  await page.keyboard.type(' No.')
  await expect(storyText(page).getByText('The end. Is it? No.')).toBeVisible()
  lines[3] = 'The end. Is it? No.'
  expect(await Promise.all(lines.map(topOf))).toEqual(before)
  await save(page)
  expect((await workingCopyOf(context, _id)).content).toContain('<p>The end. Is it? No.</p>')
})

for (const viewport of [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
]) {
  test(`the caret and the form of a link are never behind the bar, ${viewport.width} by ${viewport.height}`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(viewport)
    await signedIn(context)
    const { slug } = await aStoryOf(context, { content: paragraphs.join('') })
    await page.goto(paths.editArticle(slug))
    await storyText(page).click()
    await page.keyboard.press('Control+End')
    for (let line = 0; line < 12; line++) {
      await page.keyboard.press('Enter')
      await page.keyboard.type('At the end')
    }
    await expectCaretInView(page)
    for (let line = 0; line < 30; line++) await page.keyboard.press('ArrowUp')
    await expectCaretInView(page)
    await page.keyboard.press('Control+Home')
    await expectCaretInView(page)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Control+k')
    const form = page.getByRole('textbox', { name: 'Address of the link' })
    await expect(form).toBeInViewport({ ratio: 1 })
    expect((await form.boundingBox())?.y).toBeGreaterThan(await barEnd(page))
    await page.keyboard.press('Escape')
    for (let line = 0; line < 30; line++) await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Control+k')
    await expect(form).toBeInViewport({ ratio: 1 })
    expect((await form.boundingBox())?.y).toBeGreaterThan(await barEnd(page))
  })
}

const barEnd = (page: Page) =>
  page
    .getByRole('button', { name: 'Publish', exact: true })
    .evaluate((button) => button.closest('.sticky')?.getBoundingClientRect().bottom ?? Number.NaN)

async function expectCaretInView(page: Page) {
  const caret = () =>
    page.evaluate(() => {
      const range = getSelection()?.getRangeAt(0)
      const line = range?.startContainer instanceof Element ? range.startContainer : range?.startContainer.parentElement
      const { top, bottom } = range?.getClientRects()[0] ?? line?.getBoundingClientRect() ?? new DOMRect()
      return { top, bottom }
    })
  const { top, bottom } = await caret()
  expect(top).toBeGreaterThanOrEqual(await barEnd(page))
  expect(bottom).toBeLessThanOrEqual((await page.viewportSize())?.height ?? 0)
}
