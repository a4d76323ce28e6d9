import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '#contract/paths.ts'
import { type RunningProduct, runProduct } from '#scripts/run-product.ts'
import { type OwnSite, ownSite } from '../support/own-site.ts'
import { test } from '../support/people.ts'
import { takePictures } from './take-pictures.ts'

const themes = ['light', 'dark'] as const
const newFolder = () => mkdtempSync(join(tmpdir(), 'screens-'))

/** Pages that a visitor meets first. */
const firstPages = {
  home: paths.home,
  list: paths.category('fiction'),
  search: paths.search('lamp'),
  books: paths.books,
}

test.describe('a site without published stories', () => {
  test.describe.configure({ mode: 'serial' })
  let site: RunningProduct
  test.beforeAll(async () => {
    site = await runProduct({ PORT: 3530, PRODUCT_API_PORT: 4530, DATA_DIR: newFolder(), SEED: 'off' })
  })
  test.afterAll(() => site.stop())

  for (const theme of themes)
    for (const [name, path] of Object.entries(firstPages))
      test(`${name}, ${theme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme })
        await takePictures(page, { name: `${name}-empty`, theme }, async () => {
          await page.goto(site.url + path)
        })
      })
})

test.describe('a site whose product API is away', () => {
  test.describe.configure({ mode: 'serial' })
  let site: OwnSite
  test.beforeAll(async () => {
    site = await ownSite()
    await site.killApi()
  })
  test.afterAll(() => site.stop())

  for (const theme of themes)
    for (const [name, path] of Object.entries({ ...firstPages, story: paths.article('one-digit-off') }))
      test(`${name}, ${theme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme })
        await takePictures(page, { name: `${name}-failed`, theme }, async () => {
          await page.goto(site.url + path)
        })
      })
})
