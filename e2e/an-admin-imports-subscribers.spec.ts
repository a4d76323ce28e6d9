import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'

const path = '/send-newsletters/subscribers'
const mark = () => randomBytes(4).toString('hex')

test('checks a file, imports it, and finds it in the export', async ({ page, context }) => {
  await signIn(context, admin)
  await page.goto(path)
  const name = mark()
  const proven = `proven-${name}@example.com`
  const lines = [
    'Email Address,First Name,CONFIRM_TIME',
    `${proven},Ada,2024-05-01 10:00:00`,
    `${proven},Ada,`,
    'no address,,',
  ]
  const buffer = Buffer.from(lines.join('\r\n'))
  await page.getByLabel('CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel('List').selectOption({ label: 'Fiction' })
  await page.getByLabel('I confirm that these people asked for it').check()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('heading', { name: 'Checked, nothing imported yet: list.csv' })).toBeFocused()
  await expect(page.getByRole('row', { name: '1 get the newsletter' })).toBeVisible()
  await expect(page.getByRole('row', { name: '1 appear in the file more than once' })).toBeVisible()
  await page.getByText('One line to look at').click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 1 address' }).click()
  await expect(page.getByRole('heading', { name: 'Imported: list.csv' })).toBeFocused()

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the CSV file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/)
  const csv = readFileSync(await download.path(), 'utf8')
  expect(csv).toContain(`${proven},confirmed,category:fiction,weekly,2024-05-01T10:00:00Z,`)
})

test('shows how far a long file is read, and stops waiting for it', async ({ page, context }) => {
  await signIn(context, admin)
  await page.goto(path)
  const lines = Array.from({ length: 300_000 }, (_, index) => `reader-${index}@example.com`)
  const buffer = Buffer.from(['email', ...lines].join('\n'))
  await page.getByLabel('CSV file').setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText(/^Checking: \d+,000 lines read \(\d+%\)$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Check the file' })).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Import' }).getByRole('alert')).toHaveCount(0)
})

test('says what is wrong with a file', async ({ page, context }) => {
  await signIn(context, admin)
  await page.goto(path)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('region', { name: 'Import' }).getByRole('alert')).toContainText(
    'Please choose a CSV file.',
  )
  const buffer = Buffer.from('name\nAda')
  await page.getByLabel('CSV file').setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('region', { name: 'Import' }).getByRole('alert')).toContainText('must name the columns')
})

test('suppresses an address, finds it and lets newsletters go there again', async ({ page, context }) => {
  await signIn(context, admin)
  await page.goto(path)
  const email = `gone-${mark()}@example.com`
  const form = page.getByRole('form', { name: 'Stop newsletters to an address' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Why').fill('asked by phone')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText(`${email} gets no more newsletters.`)).toBeVisible()
  await page.reload()
  await page.getByLabel('Address starts with').fill(email.slice(0, 9))
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText(/Entered by hand.*asked by phone/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Allow newsletters: ${email}` }).click()
  await expect(page.getByText('No addresses start with')).toBeVisible()
})

test('is for administrators alone', async ({ page, context }) => {
  await signedIn(context)
  await page.goto(path)
  await expect(page.getByText('Preparing the page for you.')).toBeVisible()
  expect((await context.request.get('/api/newsletters/subscribers/export')).status()).toBe(403)
  expect((await context.request.get('/api/newsletters/suppressions')).status()).toBe(403)
})
