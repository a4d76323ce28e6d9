import type { Page } from '@playwright/test'
import { parseBuffer } from 'music-metadata'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'

const unique = () => `The lamp number ${Math.random().toString(36).slice(2, 8).replace(/\d/g, 'x')}`

async function generate(page: Page, title: string, text = `# ${title}\n\nIt turns all night. Nobody sleeps.`) {
  await page.goto('/create-podcast')
  await page.getByRole('textbox', { name: 'Text' }).fill(text)
  await page.getByRole('button', { name: 'Generate Podcast' }).click()
  await expect(page.getByText(`“${title}” is ready.`)).toBeVisible({ timeout: 60_000 })
}

const cardOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

test('an administrator has a text read aloud, and hears it', async ({ page, context }) => {
  await signIn(context, admin)
  const title = unique()
  await page.goto('/create-podcast')
  await expect(page.getByRole('heading', { level: 1, name: 'Generate Podcast' })).toBeVisible()
  await expectAccessible(page)
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

test('deleting asks for the word and then again', async ({ page, context }) => {
  await signIn(context, admin)
  const title = unique()
  await generate(page, title)
  await page.goto('/podcasts')
  const card = cardOf(page, title)
  const said: string[] = []
  const answers: (string | boolean)[] = ['delet', true, 'delete', false, 'delete', true]
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    const answer = answers.shift()
    return answer === false ? dialog.dismiss() : dialog.accept(answer === true ? undefined : answer)
  })
  await card.getByRole('button', { name: 'Delete' }).click()
  expect(said[1]).toBe("Deletion cancelled. You must type 'delete' to confirm.")
  await card.getByRole('button', { name: 'Delete' }).click()
  expect(said[3]).toBe('Are you sure you want to delete this podcast?')
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card).toBeHidden()
})

test('what cannot be read aloud is refused in place, and the text stays', async ({ page, context }) => {
  await signIn(context, admin)
  await page.goto('/create-podcast')
  await page.getByRole('button', { name: 'Generate Podcast' }).click()
  await expect(page.getByText('Please enter the text to read aloud.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Text' }).fill('日本語の文章です。')
  await page.getByRole('button', { name: 'Generate Podcast' }).click()
  await expect(page.getByText(/The voice reads only English/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('日本語の文章です。')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('日本語の文章です。')
  await page.getByRole('textbox', { name: 'Text' }).fill('')
})

test('a long one is cancelled, and goes on from there', async ({ page, context }) => {
  await signIn(context, admin)
  const title = unique()
  await page.goto('/create-podcast')
  const sentences = Array.from({ length: 400 }, (_, number) => `${title}, and this is sentence ${number + 1} of it.`)
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Text' }).fill(sentences.join(' '))
  await page.getByRole('button', { name: 'Generate Podcast' }).click()
  const job = page.getByRole('region', { name: title })
  await expect(job.getByText(/Reading aloud: \d+ of 400 sentences, \d/)).toBeVisible({ timeout: 60_000 })
  await job.getByRole('button', { name: 'Cancel' }).click()
  await expect(job.getByText(/^Cancelled after \d+ of 400 sentences/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate Podcast' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Text' })).not.toHaveValue('')
  const before = Number(/after (\d+) of/.exec((await job.textContent()) ?? '')?.[1])
  await job.getByRole('button', { name: 'Try again' }).click()
  await expect(job.getByText(/Reading aloud: \d+ of 400/)).toBeVisible()
  await expect
    .poll(async () => Number(/aloud: (\d+) of/.exec((await job.textContent()) ?? '')?.[1]))
    .toBeGreaterThan(before)
  await job.getByRole('button', { name: 'Cancel' }).click()
  await job.getByRole('button', { name: 'Remove' }).click()
  await expect(job).toBeHidden()
})

test('a person who is not an administrator is redirected from both pages', async ({ page, context }) => {
  await page.goto('/podcasts')
  await expect(page).toHaveURL(/\/users\/login/)
  await signedIn(context)
  await page.goto('/create-podcast')
  await expect(page).toHaveURL(/\/users\/login/)
})
