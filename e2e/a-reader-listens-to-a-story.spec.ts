import type { BrowserContext, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'
import { aStoryOf } from './support/writing.ts'

const sentences = ['The lamp turns all night.', 'Nobody on the island sleeps.', 'In the morning the boat comes.']
// It must not end before the test has looked.
const rest = '<p>Then it goes away again, as it did on every other day of the year. </p>'.repeat(10)
const content = `<p>${sentences[0]} <em>Nobody</em> on the island sleeps.</p><h2>The boat</h2><p>${sentences[2]}</p>${rest}`

/** A published story that is read aloud, seen by a visitor. */
async function aNarratedStory(page: Page, writer: BrowserContext, adminContext: BrowserContext) {
  await signedIn(writer)
  const story = await aStoryOf(writer, { content, isDraft: false })
  await signIn(adminContext, admin)
  const adminPage = await adminContext.newPage()
  await adminPage.goto(paths.article(story.slug))
  await expect(adminPage.getByRole('link', { name: /^Listen to this story/ })).toBeHidden()
  await adminPage.getByRole('button', { name: 'More' }).click()
  await adminPage.getByRole('button', { name: 'Read aloud' }).click()
  await expect(adminPage).toHaveURL(/\/podcasts$/)
  const ready = adminPage
    .getByRole('listitem')
    .filter({ hasText: story.title })
    .filter({ has: adminPage.locator('audio') })
  await expect(ready).toBeVisible({ timeout: 60_000 })
  await page.goto(paths.article(story.slug))
  return story
}

declare global {
  interface Window {
    marked: string[]
  }
}

/** Makes the page note every sentence that it marks: one may be over before a test looks. */
async function noteMarks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.marked = []
    const { set } = HighlightRegistry.prototype
    HighlightRegistry.prototype.set = function (name, highlight) {
      window.marked.push([...highlight].map((range) => String(range)).join(''))
      return set.call(this, name, highlight)
    }
  })
}

const marks = (page: Page) => page.evaluate(() => window.marked)
const markNow = (page: Page) => page.evaluate(() => CSS.highlights.size)

test('a reader listens, the sentence that is read is marked, a click on one plays from there, and a published change is heard', async ({
  browser,
  page,
}) => {
  // A change is read aloud 20 seconds later, and a busy machine reads slowly.
  test.setTimeout(300_000)
  const [writer, adminContext] = await Promise.all([browser.newContext(), browser.newContext()])
  await noteMarks(page)
  const story = await aNarratedStory(page, writer, adminContext)
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.evaluate(() => {
    // No one needs to hear the test.
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', { value: 0 })
  })
  expect(scripts).toEqual([])
  await page.getByRole('link', { name: /^Listen to this story 1 min/ }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(0)
  await expect(player.getByText(story.title)).toBeVisible()
  await expect.poll(() => marks(page), { timeout: 30_000 }).toContain(sentences[1])
  await player.getByRole('button', { name: 'Pause' }).click()
  expect((await marks(page)).slice(0, 2)).toEqual(sentences.slice(0, 2))

  await page.getByText(sentences[2] ?? '').click({ position: { x: 20, y: 10 } })
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(async () => (await marks(page)).at(-1)).toBe(sentences[2])
  await player.getByRole('button', { name: 'Back 15 seconds' }).click()
  await player.getByRole('button', { name: 'Pause' }).click()
  await expectAccessible(page)
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(story.title)
  await player.getByRole('button', { name: 'Close the player' }).click()
  await expect(player).toBeHidden()
  expect(await markNow(page)).toBe(0)

  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '{}')
  expect(data.audio).toMatchObject({ '@type': 'AudioObject', encodingFormat: 'audio/mpeg' })
  expect((await page.request.get(data.audio.contentUrl)).status()).toBe(200)

  const link = page.getByRole('link', { name: /^Listen to this story/ })
  const before = await link.getAttribute('href')
  const changed = content.replace('the boat comes', 'another boat comes')
  const answer = await writer.request.put(`/api/contents/${story._id}`, { data: { content: changed, isDraft: false } })
  expect(answer.status(), await answer.text()).toBe(200)
  await expect(async () => {
    await page.reload()
    expect(await link.getAttribute('href')).not.toBe(before)
  }).toPass({ timeout: 120_000 })

  // Without scripts there is a link to the file.
  const bare = await browser.newContext({ javaScriptEnabled: false })
  const plain = await bare.newPage()
  await plain.goto(paths.article(story.slug))
  const href = await plain.getByRole('link', { name: /^Listen to this story/ }).getAttribute('href')
  expect((await bare.request.get(href ?? '', { headers: { range: 'bytes=0-1' } })).status()).toBe(206)
  const transcript = await bare.request.get((href ?? '').replace('.mp3', '.vtt'))
  expect(await transcript.text()).toContain('another boat comes')

  // The author doesn't want it any more, and later does again.
  const own = await writer.newPage()
  await own.goto(paths.home)
  await own.getByRole('button', { name: 'Account menu' }).waitFor()
  const { uuid } = await (await writer.request.get('/api/users/current_user')).json()
  await own.goto(paths.profile(uuid))
  const allowed = own.getByLabel('Let my stories be read aloud')
  for (const isAllowed of [false, true]) {
    const saved = own.waitForResponse((response) => response.url().endsWith('/api/users/update-profile'))
    await allowed.setChecked(isAllowed)
    expect((await saved).status()).toBe(200)
    await expect(async () => {
      await page.reload()
      await expect(link).toHaveCount(isAllowed ? 1 : 0, { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
  }
  await Promise.all([writer.close(), adminContext.close(), bare.close()])
})
