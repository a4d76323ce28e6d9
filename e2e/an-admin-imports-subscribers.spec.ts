import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signIn, test } from './support/people.ts'

const path = '/send-newsletters/subscribers'
const mark = () => randomBytes(4).toString('hex')

test('imports a checked file and finds it in the export, then stops newsletters to an address and allows them again', async ({
  page,
  context,
}) => {
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
