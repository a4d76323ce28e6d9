import { expect, type Page, test } from '@playwright/test'
import fc from 'fast-check'
import { contentSecurityPolicy } from '#lib/security-headers.ts'
import { expectAccessible } from './support/accessibility.ts'
import { randomDocument } from './support/random-document.ts'
import { openRichText, storedText as stored, richText as text } from './support/rich-text-page.ts'

const policy = contentSecurityPolicy([], { https: false })
const picturesToCome = (page: Page) => page.evaluate(() => window.harness.handle.current?.picturesToCome())

async function open(page: Page, initialHtml = '') {
  await page.route(/^https:/, (route) => route.abort())
  await openRichText(page, { initialHtml, policy })
  await text(page).focus()
}

async function paste(page: Page, data: Record<string, string>) {
  await text(page).evaluate((root, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value)
    root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

/** Answers what the editor's bubble asks for. */
async function give(page: Page, name: string, answer: string) {
  await page.getByRole('textbox', { name }).fill(answer)
  await page.keyboard.press('Enter')
}

const picture = { name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('not really') }

async function choosePicture(page: Page) {
  await page.keyboard.press('Alt+F10')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  await (await chooser).setFiles(picture)
}

test('write, save, load and save again changes nothing, for any document of the toolbar', async ({ page }) => {
  await open(page)
  await fc.assert(
    fc.asyncProperty(randomDocument, async (ops) => {
      const { saved, sanitised, savedAgain } = await page.evaluate(
        (document) => window.harness.roundTrip(document),
        ops,
      )
      expect(sanitised).toBe(saved)
      expect(savedAgain).toBe(saved)
    }),
    { numRuns: 80 },
  )
})

test('an imported table, figure and divider survive an edit beside them, and go as a whole', async ({ page }) => {
  const imported =
    '<table><tbody><tr><td>1 &amp; 2</td></tr></tbody></table><figure><img src="/covers/a.webp" alt="x" loading="lazy" decoding="async" referrerpolicy="no-referrer" /><figcaption>Cap</figcaption></figure><hr />'
  await open(page, `<p>a</p>${imported}<p>b</p>`)
  await expect(page.getByRole('group', { name: 'Table, kept as it is' })).toBeVisible()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and more')
  expect(await stored(page)).toBe(`<p>a</p>${imported}<p>b and more</p>`)
  await page.keyboard.press('Home')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  expect(await stored(page)).not.toContain('<hr')
})

test('Markdown habits format a line, and Backspace takes it back', async ({ page }) => {
  await open(page)
  for (const line of ['# one', '###### six', '> said', '- a']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
    if (line.startsWith('>') || line.startsWith('-')) await page.keyboard.press('Enter')
  }
  await page.keyboard.type('1. first')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('``` code')
  expect(await stored(page)).toBe(
    '<h2>one</h2><h6 class="ql-header-6">six</h6><blockquote>said</blockquote><ul><li>a</li></ul><ol><li>first</li></ol><pre>code</pre>',
  )
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('## ')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('tag')
  expect(await stored(page)).toBe('<p>## tag</p>')
})

test('the toolbar is reached and used without a mouse', async ({ page }) => {
  await open(page, '<p>some words</p>')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Alt+F10')
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await stored(page)).toBe('<p><em>some words</em></p>')
  await page.keyboard.press('Alt+F10')
  const heading = page.getByRole('button', { name: 'Heading', exact: true })
  await heading.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Normal text' })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Heading 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await stored(page)).toBe('<h3><em>some words</em></h3>')
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  // Tab does not trap the focus.
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  await expect(text(page)).not.toBeFocused()
})

test('a link is asked for, completed and refused', async ({ page }) => {
  await open(page, '<p>words</p>')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+k')
  await give(page, 'Address of the link', 'javascript:alert(1)')
  await expect(page.getByRole('alert')).toContainText('starts with https://')
  await give(page, 'Address of the link', 'example.com/a')
  expect(await stored(page)).toContain('<a href="https://example.com/a" rel="noopener noreferrer nofollow ugc"')
})

test('an address pasted over words becomes their link', async ({ page }) => {
  await open(page, '<p>words</p>')
  await page.keyboard.press('Control+A')
  await paste(page, { 'text/plain': 'https://example.com/b' })
  expect(await stored(page)).toContain('<a href="https://example.com/b"')
  expect(await stored(page)).toContain('>words</a>')
})

test('a video is embedded by the address of its page, and anything else refused', async ({ page }) => {
  await open(page, '<p>words</p>')
  await page.keyboard.press('Alt+F10')
  await page.getByRole('button', { name: 'Video' }).click()
  await give(page, 'Address of the video', 'https://example.com/video')
  await expect(page.getByRole('alert')).toContainText('YouTube or Vimeo')
  await give(page, 'Address of the video', 'https://youtu.be/dQw4w9WgXcQ')
  expect(await stored(page)).toContain('src="https://www.youtube.com/embed/dQw4w9WgXcQ"')
})

test('a picture is uploaded in its place, described, cancelled and tried again', async ({ page }) => {
  await open(page, '<p>words</p>')
  await choosePicture(page)
  const bar = page.getByRole('progressbar', { name: 'Uploading cat.png' })
  await expect(bar).toBeVisible()
  await page.evaluate(() => window.harness.uploads[0]?.progress(0.5))
  await expect(bar).toHaveAttribute('value', '50')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.evaluate(() => window.harness.uploads[0]?.aborted)).toBe(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Describe the picture').fill('A cat')
  expect(await stored(page)).toBe('<p>words</p>')
  expect(await picturesToCome(page)).toBe(1)
  await page.evaluate(() => window.harness.uploads[1]?.done('/covers/cat.webp'))
  await expect(page.getByRole('status').filter({ hasText: 'cat.png is uploaded' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(text(page).getByRole('img', { name: 'A cat' })).toBeAttached()
  expect(await stored(page)).toBe(
    '<p><img src="/covers/cat.webp" alt="A cat" width="640" height="480" loading="lazy" decoding="async" referrerpolicy="no-referrer" /></p><p>words</p>',
  )
  expect(await picturesToCome(page)).toBe(0)
  await text(page).focus()
  await page.keyboard.press('Control+z')
  expect(await stored(page)).toBe('<p>words</p>')
})

test('the description of a picture within a line can be given later', async ({ page }) => {
  await open(page, '<p>a <img src="/covers/cat.webp"></p>')
  await text(page).getByRole('img').click({ force: true })
  await page.getByRole('button', { name: 'Describe picture' }).click()
  await give(page, 'What the picture shows', 'A cat')
  expect(await stored(page)).toContain('alt="A cat"')
})

test('pasted and dropped pictures are uploaded, and no data: address gets into the text', async ({ page }) => {
  await open(page, '<p>words</p>')
  for (const type of ['paste', 'drop'] as const) {
    await text(page).evaluate((root, name) => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'dog.png', { type: 'image/png' }))
      const { left, top } = (root.querySelector('p') as Element).getBoundingClientRect()
      const at = { bubbles: true, cancelable: true, clientX: left + 5, clientY: top + 5 }
      root.dispatchEvent(
        name === 'paste'
          ? new ClipboardEvent('paste', { ...at, clipboardData: data })
          : new DragEvent('drop', { ...at, dataTransfer: data }),
      )
    }, type)
  }
  await expect(page.getByRole('progressbar')).toHaveCount(2)
  await paste(page, { 'text/html': '<p>see <img src="data:image/png;base64,AAAA"> this</p>' })
  await expect(page.getByRole('progressbar')).toHaveCount(3)
  await page.evaluate(() => {
    for (const upload of window.harness.uploads) upload.done('/covers/dog.webp')
  })
  await expect(text(page).getByRole('img')).toHaveCount(3)
  expect(await stored(page)).not.toMatch(/data:|blob:/)
})

test('text of Google Docs and Markdown is pasted clean, and Markdown can be undone', async ({ page }) => {
  await open(page)
  await paste(page, {
    'text/html':
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700;color:#000000;font-family:Arial">Bold</span><span style="font-weight:400"> and not</span></p></b>',
    'text/plain': 'Bold and not',
  })
  expect(await stored(page)).toBe('<p><strong>Bold</strong> and not</p>')
  await page.keyboard.press('Enter')
  await paste(page, { 'text/plain': '- one\n- two' })
  await expect.poll(() => stored(page)).toBe('<p><strong>Bold</strong> and not</p><ul><li>one</li><li>two</li></ul>')
  await page.keyboard.press('Control+z')
  expect(await stored(page)).toBe('<p><strong>Bold</strong> and not</p><p>- one</p><p>- two</p>')
})

test('a hostile text runs and loads nothing, under the real policy', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text())
  })
  await page.addInitScript(() => Object.assign(window, { attacked: 0 }))
  await open(
    page,
    '<p>a<img src="x" onerror="attacked++"><img src="data:image/svg+xml,x"><a href="javascript:attacked++">b</a></p><iframe srcdoc="x" src="javascript:attacked++"></iframe><table onclick="attacked++"><tr><td><img src="javascript:attacked++" onerror="attacked++"><script>attacked++</script><style>*{}</style></td></tr></table><svg onload="attacked++"></svg><div class="ql-kept" data-html="<img src=x onerror=attacked++>"></div>',
  )
  await text(page).click()
  await paste(page, {
    'text/html':
      '<img src=x onerror="attacked++"><svg onload="attacked++"><p style="background:url(javascript:attacked++)">c</p>',
  })
  expect(await page.evaluate(() => (window as unknown as { attacked: number }).attacked)).toBe(0)
  expect(refused).toEqual([])
})

test('a replaced text keeps the caret, and reports no change', async ({ page }) => {
  await open(page, '<p>one</p><p>two</p>')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  const before = await page.evaluate(() => window.harness.changes)
  await page.evaluate(() => window.harness.handle.current?.setHtml('<p>ONE and more</p><p>two!</p>'))
  await page.keyboard.type('?')
  expect(await stored(page)).toBe('<p>ONE and more</p><p>two!?</p>')
  expect(await page.evaluate(() => window.harness.changes)).toBe(before + 1)
})

test('is sound for those who do not see it', async ({ page }) => {
  await open(page, '<p>some words</p><table><tbody><tr><td>1</td></tr></tbody></table>')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Alt+F10')
  await expectAccessible(page)
})

test.describe('by touch, 360 pixels wide', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('the toolbar is a bar at the end of the screen', async ({ page }) => {
    await open(page, '<p>some words</p>')
    await text(page).tap()
    const bold = page.getByRole('button', { name: 'Bold' })
    await expect(bold).toBeInViewport()
    const box = await bold.boundingBox()
    expect(box?.y).toBeGreaterThan(560)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Control+A')
    await bold.tap()
    expect(await stored(page)).toBe('<p><strong>some words</strong></p>')
  })

  test('the bar is one row that scrolls sideways, and never covers the caret', async ({ page }) => {
    await open(page, '<p>some words</p>')
    await text(page).tap()
    await page.keyboard.press('Control+End')
    for (let line = 0; line < 25; line++) {
      await page.keyboard.press('Enter')
      await page.keyboard.type('a line of words that is longer than the screen is wide')
    }
    const bar = page.getByRole('toolbar', { name: 'Formatting' })
    const top = (await bar.boundingBox())?.y ?? Number.NaN
    const caretEnd = await page.evaluate(() => getSelection()?.getRangeAt(0).getClientRects()[0]?.bottom)
    expect(caretEnd).toBeLessThanOrEqual(top)
    expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
    expect((await bar.boundingBox())?.height).toBeLessThan(64)
    const divider = page.getByRole('button', { name: 'Divider' })
    await divider.scrollIntoViewIfNeeded()
    await expect(divider).toBeInViewport({ ratio: 1 })
  })
})
