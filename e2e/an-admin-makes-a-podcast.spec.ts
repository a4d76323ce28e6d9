import type { Page } from '@playwright/test'
import { parseBuffer } from 'music-metadata'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signIn, test } from './support/people.ts'

const unique = () => `The lamp number ${Math.random().toString(36).slice(2, 8).replace(/\d/g, 'x')}`

async function generate(page: Page, title: string, text = `# ${title}\n\nIt turns all night. Nobody sleeps.`) {
  await page.goto('/create-podcast')
  await page.getByRole('textbox', { name: 'Text' }).fill(text)
  await page.getByRole('button', { name: 'Generate Podcast' }).click()
  await expect(page.getByText(`“${title}” is ready.`)).toBeVisible({ timeout: 60_000 })
}

const cardOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

test('an administrator is told what can’t be read aloud, has a text read aloud, and hears it', async ({
  page,
  context,
}) => {
  await signIn(context, admin)
  const title = unique()
  await page.goto('/create-podcast')
  await expect(page.getByRole('heading', { level: 1, name: 'Generate Podcast' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Generate Podcast' }).click()
  await expect(page.getByText('Please enter the text to read aloud.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Text' }).fill('日本語の文章です。')
  await page.getByRole('button', { name: 'Generate Podcast' }).click()
  await expect(page.getByText(/The voice reads only English/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('日本語の文章です。')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('日本語の文章です。')

  await page
    .getByRole('textbox', { name: 'Text' })
    .fill(`# ${title}\n\n${'It turns all night, and nobody sleeps. '.repeat(30)}`)
  await page.getByRole('button', { name: 'Generate Podcast' }).click()
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeVisible()
  await expect(page.getByText(`“${title}” is ready.`)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('')
  const audio = page.locator('audio')
  const played = await audio.evaluate(async (element: HTMLAudioElement) => {
    element.muted = true
    await element.play()
    await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }))
    return element.duration
  })
  expect(played).toBeGreaterThan(60)

  const url = await audio.getAttribute('src')
  const file = await context.request.get(url ?? '')
  const { format, common } = await parseBuffer(await file.body(), { mimeType: 'audio/mpeg' }, { duration: true })
  expect(common.title).toBe(title)
  expect(Math.abs((format.duration ?? 0) - played)).toBeLessThan(0.2)
  const part = await context.request.get(url ?? '', { headers: { range: 'bytes=0-9' } })
  expect([part.status(), (await part.body()).length]).toEqual([206, 10])
})

test('one plays at a time, and continues while the others are browsed', async ({ page, context }) => {
  await signIn(context, admin)
  const [first, second] = [unique(), unique()]
  await generate(page, first, `# ${first}\n\n${'It turns all night. '.repeat(40)}`)
  await generate(page, second)
  await page.goto('/podcasts')
  const audioOf = (title: string) => cardOf(page, title).locator('audio')
  await audioOf(first).evaluate((element: HTMLAudioElement) => {
    element.muted = true
    return element.play()
  })
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player.getByText(first)).toBeVisible()
  await expectAccessible(page)

  await player.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
  await page.keyboard.press('Escape')
  await page.locator('h1').click()
  await page.keyboard.press('l')
  await expect
    .poll(() => audioOf(first).evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(14)
  expect(await audioOf(first).evaluate((element: HTMLAudioElement) => element.playbackRate)).toBe(1.5)
  await player.getByRole('button', { name: 'Pause' }).click()
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page.keyboard.press('k')
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()

  await audioOf(second).evaluate((element: HTMLAudioElement) => {
    element.muted = true
    return element.play()
  })
  await expect(player.getByText(second)).toBeVisible()
  expect(await audioOf(first).evaluate((element: HTMLAudioElement) => element.paused)).toBe(true)
  await player.getByRole('button', { name: 'Close the player' }).click()
  await expect(player).toBeHidden()
})
