import { expect, type Page, test } from '@playwright/test'
import { contentSecurityPolicy } from '#lib/security-headers.ts'
import { expectAccessible } from './support/accessibility.ts'
import { openRichText, richText, storedText } from './support/rich-text-page.ts'

const policy = contentSecurityPolicy([], { https: false })
const menu = (page: Page) => page.getByRole('listbox', { name: 'Insert' })
const plus = (page: Page) => page.getByRole('button', { name: 'Insert' })

async function open(page: Page, initialHtml = '') {
  await page.route(/^https:/, (route) => route.abort())
  await openRichText(page, { initialHtml, policy })
  await richText(page).focus()
  await page.keyboard.press('Control+End')
}

test.describe('the menu of an empty line', () => {
  test('is opened by its button, by mouse and by keyboard alone', async ({ page }) => {
    await open(page, '<p>some words</p>')
    await expect(plus(page)).toBeHidden()
    await page.keyboard.press('Enter')
    await plus(page).click()
    await expect(menu(page).getByRole('option')).toHaveText(['Picture', 'Video', 'Quote', 'Code', 'Divider'])
    await menu(page).getByRole('option', { name: 'Quote' }).click()
    await page.keyboard.type('said')
    expect(await storedText(page)).toBe('<p>some words</p><blockquote>said</blockquote>')

    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(plus(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(plus(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu(page).getByRole('option', { name: 'Picture' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.keyboard.type('after')
    expect(await storedText(page)).toBe('<p>some words</p><blockquote>said</blockquote><hr /><p>after</p>')
    await expect(plus(page)).toBeHidden()
  })

  test('is opened by a slash, filtered by what is typed, and leaves nothing of it behind', async ({ page }) => {
    await open(page)
    await page.keyboard.type('/')
    await expect(menu(page).getByRole('option')).toHaveCount(5)
    await page.keyboard.type('d')
    await expect(menu(page).getByRole('option')).toHaveText(['Divider'])
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('let a')
    expect(await storedText(page)).toBe('<hr /><pre>let a</pre>')
    await page.keyboard.type('/')
    await expect(menu(page)).toBeHidden()
  })

  test('asks for a video, and for pictures', async ({ page }) => {
    await open(page)
    await page.keyboard.type('/vid')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Address of the video' }).fill('https://youtu.be/dQw4w9WgXcQ')
    await page.keyboard.press('Enter')
    expect(await storedText(page)).toContain('src="https://www.youtube.com/embed/dQw4w9WgXcQ"')
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.type('/photo')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles({ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('not really') })
    await expect(page.getByRole('progressbar', { name: 'Uploading cat.png' })).toBeVisible()
  })

  test('goes with Escape, and the text stays as it was typed', async ({ page }) => {
    await open(page)
    await page.keyboard.type('/qu')
    await expect(menu(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await page.keyboard.type('o')
    await expect(menu(page)).toBeHidden()
    await page.keyboard.press('Enter')
    await page.keyboard.type('/nothing like it')
    await expect(menu(page)).toBeHidden()
    await page.keyboard.press('Enter')
    await page.keyboard.type('either/or')
    await expect(menu(page)).toBeHidden()
    expect(await storedText(page)).toBe('<p>/quo</p><p>/nothing like it</p><p>either/or</p>')
  })

  test.describe('by touch, 360 pixels wide', () => {
    test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

    test('is large enough for a finger, and within the screen', async ({ page }) => {
      await open(page, '<p>some words</p>')
      await page.keyboard.press('Enter')
      const button = await plus(page).boundingBox()
      expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(44)
      await plus(page).tap()
      for (const item of await menu(page).getByRole('option').all()) {
        expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        await expect(item).toBeInViewport({ ratio: 1 })
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      await menu(page).getByRole('option', { name: 'Divider' }).tap()
      expect(await storedText(page)).toBe('<p>some words</p><hr />')
    })
  })
})

test('quote, code and divider are in the toolbar', async ({ page }) => {
  await open(page, '<p>one</p><p>two</p>')
  await page.keyboard.press('Alt+F10')
  await page.getByRole('button', { name: 'Quote' }).click()
  expect(await storedText(page)).toBe('<p>one</p><blockquote>two</blockquote>')
  await page.keyboard.press('Alt+F10')
  await page.getByRole('button', { name: 'Code' }).click()
  expect(await storedText(page)).toBe('<p>one</p><pre>two</pre>')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('End')
  await page.keyboard.press('Alt+F10')
  await page.getByRole('button', { name: 'Divider' }).click()
  expect(await storedText(page)).toBe('<p>one</p><hr /><p><br /></p><pre>two</pre>')
  await page.keyboard.press('Control+z')
  expect(await storedText(page)).toBe('<p>one</p><pre>two</pre>')
})

test.describe('Markdown within a line', () => {
  test('is formatted when it is closed, and one undo gives back what was typed', async ({ page }) => {
    for (const [typed, formatted, asTyped] of [
      ['a **b c** d', '<p>a <strong>b c</strong> d</p>', '<p>a **b c**</p>'],
      ['a *b c* d', '<p>a <em>b c</em> d</p>', '<p>a *b c*</p>'],
      ['a `b*c` d', '<p>a <code>b*c</code> d</p>', '<p>a `b*c`</p>'],
      ['(*b*) d', '<p>(<em>b</em>) d</p>', '<p>(*b*</p>'],
      [
        'a [b](https://example.com/c_(d)) d',
        '<p>a <a href="https://example.com/c_(d)" rel="noopener noreferrer nofollow ugc" target="_blank">b</a> d</p>',
        '<p>a [b](https://example.com/c_(d))</p>',
      ],
    ] as const) {
      await open(page)
      await page.keyboard.type(typed)
      expect(await storedText(page)).toBe(formatted)
      await open(page)
      await page.keyboard.type(typed.slice(0, typed.lastIndexOf(typed.startsWith('(') ? ')' : ' ')))
      await page.keyboard.press('Control+z')
      expect(await storedText(page)).toBe(asTyped)
    }
  })

  test('leaves sums, names and code as they are', async ({ page }) => {
    const texts = ['2*3*4', 'snake_case_name', 'a * b * c', '**', '****', 'a ** b **', '[a](javascript:x)', '[a](b)']
    await open(page)
    for (const typed of texts) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    }
    expect(await storedText(page)).toBe(texts.map((typed) => `<p>${typed}</p>`).join(''))
    await open(page, '<pre>x</pre>')
    await page.keyboard.type(' **b** `c`')
    expect(await storedText(page)).toBe('<pre>x **b** `c`</pre>')
  })
})

test.describe('a picture in the text', () => {
  const image = (attributes: string) =>
    `<img ${attributes} loading="lazy" decoding="async" referrerpolicy="no-referrer" />`

  test('gets its caption, description and size in place, and undo takes them back', async ({ page }) => {
    const plain = `<p>one</p><p>${image('src="/covers/cat.webp" alt=""')}</p><p>two</p>`
    await open(page, plain)
    expect(await storedText(page)).toBe(plain)
    const changes = () => page.evaluate(() => window.harness.changes)
    const before = await changes()
    await page.getByRole('textbox', { name: 'Caption' }).click()
    await page.keyboard.type('A cat & its *shadow*')
    expect(await changes()).toBeGreaterThan(before)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('textbox', { name: 'What the picture shows' })).toBeFocused()
    await page.keyboard.type('A cat on a wall')
    await page.getByRole('button', { name: 'Wide' }).click()
    await expect(page.getByRole('button', { name: 'Wide' })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    const captioned = `<p>one</p><figure>${image('class="picture-wide" src="/covers/cat.webp" alt="A cat on a wall"')}<figcaption>A cat &amp; its *shadow*</figcaption></figure><p>two</p>`
    expect(await storedText(page)).toBe(captioned)

    await page.getByRole('textbox', { name: 'Caption' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Wide' })).toBeHidden()
    await page.keyboard.type('And ')
    expect(await storedText(page)).toBe(captioned.replace('two', 'And two'))
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    expect(await storedText(page)).toBe(plain)
    await expect(page.getByRole('textbox', { name: 'Caption' })).toHaveValue('')
    await page.keyboard.press('Control+Shift+z')
    expect(await storedText(page)).toBe(captioned)
    await expect(page.getByRole('textbox', { name: 'Caption' })).toHaveValue('A cat & its *shadow*')
  })

  test('is read with its caption, and goes with its button', async ({ page }) => {
    const figure = `<figure>${image('class="picture-small" src="/covers/cat.webp" alt="A cat"')}<figcaption>Cap</figcaption></figure>`
    await open(page, `<p>one</p>${figure}<p>two</p>`)
    expect(await storedText(page)).toBe(`<p>one</p>${figure}<p>two</p>`)
    await richText(page).getByRole('img', { name: 'A cat' }).click({ force: true })
    await expect(page.getByRole('textbox', { name: 'Caption' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Small' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Remove picture' }).click()
    expect(await storedText(page)).toBe('<p>one</p><p>two</p>')
    await page.keyboard.press('Control+z')
    expect(await storedText(page)).toBe(`<p>one</p>${figure}<p>two</p>`)
  })

  test('keeps what is typed below it while another version of the text comes in', async ({ page }) => {
    await open(page, `<p>one</p><p>${image('src="/covers/cat.webp" alt=""')}</p><p>two</p>`)
    await page.getByRole('textbox', { name: 'Caption' }).click()
    await page.keyboard.type('Half a cap')
    await page.evaluate(() => {
      const { handle } = window.harness
      handle.current?.setHtml(`${handle.current.getHtml()}`.replace('one', 'ONE'))
    })
    await page.keyboard.type('tion')
    expect(await storedText(page)).toContain('<p>ONE</p><figure>')
    expect(await storedText(page)).toContain('<figcaption>Half a caption</figcaption>')
  })
})
