import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { deskPaths } from '#contract/desk-paths.ts'
import { paths } from '#contract/paths.ts'
import { expectAccessible } from './support/accessibility.ts'
import { admin, bookCode } from './support/address.ts'
import { letModelGoOn, whatModelKnows } from './support/model.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'
import { draftOf, titleField } from './support/writing.ts'

/** The stand-in for the model behaves as the mood in a book's name says. */
const aBook = (mood = 'writes') => `Walden ${randomBytes(4).toString('hex')} [${mood}]`
const inputOf = (book: string) => `${book}|Henry David Thoreau|${bookCode}`

const field = (page: Page) => page.getByRole('textbox', { name: 'Book', exact: true })
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

async function openPage(context: BrowserContext, page: Page): Promise<void> {
  await signIn(context, admin)
  await page.goto(deskPaths.addBook)
  await expect(page.getByRole('heading', { name: 'Add new book', level: 1 })).toBeVisible()
}

async function ask(page: Page, input: string): Promise<void> {
  await field(page).fill(input)
  await page.keyboard.press('Enter')
}

test('the summary appears while it is written, and its draft opens in the editor', async ({ page, context }) => {
  const book = aBook('held')
  await openPage(context, page)
  await expect(field(page)).toHaveAttribute('placeholder', 'Book name|Book Author|Code')
  await expectAccessible(page)
  await ask(page, inputOf(book))
  await expect(result(page).getByText('A man walks to a pond')).toBeVisible()
  await expect(result(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { name: 'What he counts' })).toHaveCount(0)
  await expectAccessible(page)
  expect(await draftOf(context, book)).toBeUndefined()

  await letModelGoOn(book)
  await expect(page.getByRole('heading', { name: 'What he counts' })).toBeVisible()
  await expect(page.getByText('The summary is finished and saved as a draft.')).toBeVisible()
  await expectAccessible(page)
  expect(await whatModelKnows(book)).toMatchObject({ asked: 1 })

  await page.getByRole('link', { name: 'Open the draft in the editor' }).click()
  await expect(titleField(page)).toHaveValue(book)
  const draft = await draftOf(context, book)
  await page.goto(paths.article(draft?.slug ?? ''))
  await expect(page.getByText(`A summary of ${book} by Henry David Thoreau`)).toBeVisible()
})

test('a summary is about its book for search engines, also once it was edited', async ({ context }) => {
  const book = aBook()
  await signIn(context, admin)
  const data = { input: inputOf(book) }
  const answer = await context.request.post('/api/openai/text-processing', { data })
  expect([answer.status(), await answer.json()]).toEqual([200, expect.stringMatching(/^<p>A man walks/)])
  const { _id } = (await draftOf(context, book)) ?? {}
  const edit = { title: book.replace('Walden', 'A pond'), isDraft: false }
  const { slug } = await (await context.request.put(`/api/contents/${_id}`, { data: edit })).json()
  const html = await (await context.request.get(paths.article(slug))).text()
  const about = { '@type': 'Book', name: book, author: { '@type': 'Person', name: 'Henry David Thoreau' } }
  expect(html).toContain(`"about":${JSON.stringify(about)}`)
  expect((await context.request.delete(`/api/contents/${_id}`)).ok()).toBe(true)
})

for (const how of ['Cancel', 'leaving the page']) {
  test(`${how} ends the request to the model, and keeps nothing`, async ({ page, context }) => {
    const book = aBook('held')
    await openPage(context, page)
    await ask(page, inputOf(book))
    await expect(result(page).getByText('A man walks to a pond')).toBeVisible()
    if (how === 'Cancel') {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByText('Cancelled. Nothing was kept.')).toBeVisible()
      await expect(field(page)).toHaveValue(inputOf(book))
      await expect(field(page)).toBeFocused()
    } else await page.goto(paths.home)
    await expect.poll(async () => (await whatModelKnows(book)).left).toBe(true)
    await letModelGoOn(book)
    expect(await draftOf(context, book)).toBeUndefined()
  })
}

test('a client that waits for the whole and goes away ends it as well', async ({ page, context }) => {
  const book = aBook('held')
  await openPage(context, page)
  await page.evaluate(async (input) => {
    const headers = { 'content-type': 'application/json' }
    const gone = new AbortController()
    const asked = fetch('/api/openai/text-processing', {
      ...{ method: 'POST', headers, body: JSON.stringify({ input }), signal: gone.signal },
    })
    Object.assign(window, { gone })
    asked.catch(() => undefined)
  }, inputOf(book))
  await expect.poll(async () => (await whatModelKnows(book)).asked).toBe(1)
  await page.evaluate(() => (window as unknown as { gone: AbortController }).gone.abort())
  await expect.poll(async () => (await whatModelKnows(book)).left).toBe(true)
  expect(await draftOf(context, book)).toBeUndefined()
})

test('every failure is a sentence in the result area, and what was typed stays', async ({ page, context }) => {
  await openPage(context, page)
  const tries: [input: string, sentence: RegExp][] = [
    ['', /^Please enter the book’s name, its author and the code/],
    ['Walden', /^Missing: its author, the code\./],
    ['Walden|Thoreau|a wrong code', /^That code is wrong\.$/],
    [inputOf(aBook('401')), /answered 401: it doesn’t accept our key/],
    [inputOf(aBook('429')), /answered 429: it’s busy/],
    [inputOf(aBook('500')), /answered 500: it has a problem of its own/],
    [inputOf(aBook('proxy')), /doesn’t come from a model/],
    [inputOf(aBook('cuts')), /^The model’s answer broke off\. Nothing was kept\./],
    [inputOf(aBook('empty')), /answer was empty/],
    [inputOf(aBook('long')), /far more than fits in a summary/],
  ]
  for (const [input, sentence] of tries) {
    await ask(page, input)
    await expect(result(page).getByRole('alert').getByText(sentence)).toBeVisible()
    await expect(field(page)).toHaveValue(input)
    const [book = ''] = input.split('|')
    if (book.startsWith('Walden ')) expect(await draftOf(context, book)).toBeUndefined()
  }
  await expectAccessible(page)
  // An uncaught fault of the page would show here.
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
})

test('nothing hostile gets into the page', async ({ page, context }) => {
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.dismiss()
  })
  await openPage(context, page)
  await ask(page, inputOf(aBook('hostile')))
  await expect(page.getByRole('link', { name: 'Open the draft in the editor' })).toBeVisible()
  expect(await result(page).locator('.prose').innerHTML()).toBe('<p>Fine.</p><p>End.</p>')
  expect(said).toEqual([])
})

test('a book that has a summary is written about again only when one says so', async ({ page, context }) => {
  const book = aBook()
  await openPage(context, page)
  await ask(page, inputOf(book))
  await expect(page.getByRole('link', { name: 'Open the draft in the editor' })).toBeVisible()
  await ask(page, inputOf(book.toUpperCase()).replace('[WRITES]', '[writes]'))
  const alert = result(page).getByRole('alert')
  await expect(alert.getByText('There is already a draft of a summary of this book')).toBeVisible()
  await expect(alert.getByRole('link', { name: 'Open that draft' })).toHaveAttribute(
    'href',
    /^\/article\/walden-.*\/edit$/,
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Write another summary' }).click()
  await expect(page.getByRole('link', { name: 'Open the draft in the editor' })).toBeVisible()
})

test('it is 50 % wide on screens wider than 768 pixels, and 90 % on others', async ({ page, context }) => {
  await openPage(context, page)
  const form = page.getByRole('form', { name: 'Add new book' })
  for (const [width, share] of [
    [360, 0.9],
    [768, 0.9],
    [769, 0.5],
    [1280, 0.5],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    expect((await form.boundingBox())?.width).toBeCloseTo(width * share, 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('no one else comes in', async ({ page, context, request }) => {
  const answer = await request.get(deskPaths.addBook, { maxRedirects: 0 })
  expect([answer.status(), new URL(answer.headers().location ?? '', 'http://localhost').pathname]).toEqual([307, '/'])
  await signedIn(context)
  await page.goto(deskPaths.addBook)
  await expect(page.getByText('Preparing the page for you.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  const data = { input: inputOf(aBook()) }
  expect((await context.request.post('/api/openai/text-processing', { data })).status()).toBe(403)
  expect((await request.post('/api/openai/text-processing', { data })).status()).toBe(401)
})
