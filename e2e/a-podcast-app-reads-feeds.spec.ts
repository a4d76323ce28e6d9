import type { BrowserContext } from '@playwright/test'
import { parseFeed } from '@rowanmanning/feed-parser'
import { parseFeed as parsePodcast } from 'podcast-partytime'
import sharp from 'sharp'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import type { Podcast } from '#contract/podcasts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'
import { someStories } from './support/stories.ts'

/** A podcast that is ready, made by calls. */
async function aPodcast(context: BrowserContext, text: string): Promise<Podcast> {
  const made = await context.request.post('/api/podcasts/generate-podcast', { data: { text } })
  expect(made.status(), await made.text()).toBe(200)
  const { fileName } = (await made.json()) as { fileName: string }
  const all = (await (await context.request.get('/api/podcasts')).json()) as Podcast[]
  return all.find((one) => one.fileName === fileName) as Podcast
}

test('the public feed has what Apple, Spotify and Podcasting 2.0 want, and only public episodes', async ({
  context,
  page,
}) => {
  await signIn(context, admin)
  const mark = Math.random().toString(36).slice(2, 8).replace(/\d/g, 'x')
  const hidden = await aPodcast(context, `Nobody hears of ${mark}.`)
  const podcast = await aPodcast(context, `# The lamp ${mark} & <others>\n\nIt turns.\n\n# Later\n\nIt “stands” still.`)
  await page.goto('/podcasts')
  const card = page.getByRole('listitem').filter({ hasText: podcast.fileName })
  await card.getByRole('button', { name: 'Add to the public feed' }).click()
  await expect(card.getByText(/in the public feed/)).toBeVisible()

  const answer = await context.request.get(filePaths.podcastFeed)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  const xml = await answer.text()
  expect(xml).not.toContain(hidden.id)

  const plain = parseFeed(xml)
  const entry = plain.items.find((item) => item.id === podcast.id)
  expect(entry).toMatchObject({ title: podcast.title })
  expect(entry?.media[0]).toMatchObject({
    url: expect.stringContaining(podcast.url),
    mimeType: 'audio/mpeg',
    length: podcast.bytes,
  })

  const parsed = await parsePodcast(xml)
  expect(parsed).toMatchObject({
    title: 'Bytewise',
    locked: false,
    medium: 'podcast',
    explicit: false,
    language: 'en-GB',
  })
  expect(parsed?.guid).toMatch(/^[0-9a-f-]{36}$/)
  expect(parsed?.itunesCategory).toEqual(['Arts > Books'])
  const item = parsed?.items.find(({ guid }) => guid === podcast.id)
  expect(item).toMatchObject({ duration: Math.round(podcast.duration_ms / 1_000), explicit: false })
  expect(item?.enclosure).toMatchObject({ type: 'audio/mpeg', length: podcast.bytes })
  expect(item?.podcastTranscripts).toMatchObject([{ type: 'text/vtt' }])
  const chapters = await context.request.get(item?.podcastChapters?.url ?? '')
  expect([chapters.headers()['content-type'], (await chapters.json()).chapters.length]).toEqual([
    'application/json+chapters',
    2,
  ])

  const file = await context.request.get(item?.enclosure.url ?? '')
  expect((await file.body()).length).toBe(podcast.bytes)
  const cover = await context.request.get(parsed?.itunesImage ?? '')
  const { width, height, format } = await sharp(await cover.body()).metadata()
  expect({ width, height, format }).toEqual({ width: 1_400, height: 1_400, format: 'jpeg' })

  await card.getByRole('button', { name: 'Take out of the feed' }).click()
  await expect(card.getByText(/in the public feed/)).toBeHidden()
  expect(await (await context.request.get(filePaths.podcastFeed)).text()).not.toContain(podcast.id)
})

test('a reader’s saved stories are a podcast at a private address, until the reader changes it', async ({
  browser,
  context,
  page,
}) => {
  const person = await signedIn(context)
  const { _id: userId } = (await (await context.request.get('/api/users/current_user')).json()) as { _id: string }
  const [story] = await someStories(context.request, 1)
  await context.request.post('/api/bookmarks', { data: { articleId: story?._id, userId } })
  await page.goto(paths.bookmarks)
  await page.getByRole('button', { name: 'Make my private podcast' }).click()
  const address = page.getByRole('textbox', { name: 'Address for your podcast app' })
  await expect(address).toHaveValue(/\/reading-list\/[\w-]{16}\.[\w-]{32}\/feed\.xml$/)
  await expectAccessible(page)
  const url = await address.inputValue()

  // A podcast app has no session.
  const app = await browser.newContext()
  await expect
    .poll(async () => (await (await context.request.get('/api/reading-list/podcast')).json()).episodes, {
      timeout: 60_000,
    })
    .toBe(1)
  // The page finds out by itself.
  await expect(page.getByText(/^1 story in it\./)).toBeVisible()
  const parsed = await parsePodcast(await (await app.request.get(url)).text())
  expect(parsed?.items.map(({ title }) => title)).toEqual([story?.title])
  expect(parsed?.title).toBe(`${person.name}’s reading list on Bytewise`)
  expect(parsed?.itunesBlock).toBe(true)
  const answer = await app.request.get(url)
  expect(answer.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })

  page.on('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'New address' }).click()
  await expect(address).not.toHaveValue(url)
  expect((await app.request.get(url)).status()).toBe(404)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Make my private podcast' })).toBeVisible()
  await app.close()
})
