import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { adminPaths } from '#contract/admin-paths.ts'
import { paths } from '#contract/paths.ts'
import { expectAccessible } from './support/accessibility.ts'
import { admin, bookCode, openAiPort } from './support/address.ts'
import { expect, signIn, test } from './support/people.ts'
import { draftOf, titleField } from './support/writing.ts'

/** The fake model behaves as the word in brackets in the book's title says. */
const aBook = (behaviour = 'writes') => `Walden ${randomBytes(4).toString('hex')} [${behaviour}]`
const inputOf = (book: string) => `${book}|Henry David Thoreau|${bookCode}`

const field = (page: Page) => page.getByRole('textbox', { name: 'Book', exact: true })
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

async function openPage(context: BrowserContext, page: Page): Promise<void> {
  await signIn(context, admin)
  await page.goto(adminPaths.addBook)
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

  await releaseModel(book)
  await expect(page.getByRole('heading', { name: 'What he counts' })).toBeVisible()
  await expect(page.getByText('The summary is finished and saved as a draft.')).toBeVisible()
  await expectAccessible(page)
  expect(await modelState(book)).toMatchObject({ asked: 1 })

  await page.getByRole('link', { name: 'Open the draft in the editor' }).click()
  await expect(titleField(page)).toHaveValue(book)
  const draft = await draftOf(context, book)
  await page.goto(paths.article(draft?.slug ?? ''))
  await expect(page.getByText(`A summary of ${book} by Henry David Thoreau`)).toBeVisible()
})

test('Cancel ends the request to the model, and keeps nothing', async ({ page, context }) => {
  const book = aBook('held')
  await openPage(context, page)
  await ask(page, inputOf(book))
  await expect(result(page).getByText('A man walks to a pond')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was kept.')).toBeVisible()
  await expect(field(page)).toHaveValue(inputOf(book))
  await expect(field(page)).toBeFocused()
  await expect.poll(async () => (await modelState(book)).left).toBe(true)
  await releaseModel(book)
  expect(await draftOf(context, book)).toBeUndefined()
})

test('the form fits every screen, and a book that has a summary is written about again only when one says so', async ({
  page,
  context,
}) => {
  const book = aBook()
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

const at = (path: string, book: string) => `http://127.0.0.1:${openAiPort}${path}?${new URLSearchParams({ book })}`

/** Lets the stand-in continue with a book that is `[held]`. */
async function releaseModel(book: string): Promise<void> {
  await fetch(at('/release', book))
}

/** How often the model was asked for a book, and whether its caller has gone before the end. */
async function modelState(book: string): Promise<{ asked: number; left: boolean }> {
  return (await fetch(at('/state', book))).json() as Promise<{ asked: number; left: boolean }>
}
