import { randomBytes } from 'node:crypto'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import { expect, signedIn, test } from './support/people.ts'
import {
  aStoryOf,
  aTitle,
  draftOf,
  save,
  statusLine,
  storyText,
  titleField,
  workingCopyOf,
  writeNewStory,
} from './support/writing.ts'

test('a long name makes no page of its author wider than a phone', async ({ page, context }) => {
  await signedIn(context, { name: 'Wilhelmina Featherstonehaugh-Cholmondeley of Saint Osyth' })
  const { slug } = await aStoryOf(context, { isDraft: false })
  await context.clearCookies()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(paths.article(slug))
  await expect(page.getByLabel(/^Follow Wilhelmina .* by email$/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('link', { name: 'All stories by this author' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wilhelmina')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('a look before publishing: links that readers can’t open and what is left open are asked about, and can go out all the same', async ({
  page,
  context,
}) => {
  await signedIn(context)
  const draft = await aStoryOf(context)
  // Readers can’t open the writer’s own draft either.
  const [missing, unpublished] = ['/article/no-such-story', paths.article(draft.slug)]
  const content = `<p>See <a href="${missing}">this</a>, <a href="${unpublished}">that</a> and <a href="/">all</a>.</p><p>The end is TK.</p>`
  const { slug, title } = await aStoryOf(context, { content })
  await page.goto(paths.editArticle(slug))
  await expect(storyText(page)).toContainText('See this')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const check = page.getByRole('dialog', { name: 'Before you publish' })
  await expect(check.getByText('A link leads to')).toHaveText(
    [missing, unpublished].map((path) => `A link leads to ${path}, and there is no such page.`),
  )
  await expect(check).toContainText('“TK” is left in the text')
  await check.getByRole('button', { name: 'Go back' }).click()
  await expect(check).toBeHidden()
  await page.keyboard.press('Control+Enter')
  await check.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page).toHaveURL(paths.article(slug))
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('a story is planned, shown in the writer’s own time zone, and the plan taken back', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'Asia/Tokyo' })
  await signedIn(context)
  const page = await context.newPage()
  const { _id, slug } = await aStoryOf(context)
  await page.goto(paths.editArticle(slug))
  await expect(page.getByText('In your time zone, Asia/Tokyo.')).toBeVisible()
  const day = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await page.getByLabel('Publish later').fill(`${day}T09:30`)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/^Will be published on .*9:30/)).toBeVisible()
  expect(await workingCopyOf(context, _id)).toMatchObject({ isDraft: true, publish_at: `${day}T00:30:00.000Z` })

  const shown = await context.newPage()
  await shown.goto(paths.article(slug))
  const time = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' } as const
  const there = new Intl.DateTimeFormat('en-GB', time).format(new Date(`${day}T00:30:00Z`))
  // Browsers put other spaces into a time than Node does.
  await expect(shown.locator('main time').first()).toHaveText(new RegExp(`^${there.replace(/\s/g, '\\s')}$`))
  await expect(shown.getByText(/Will be published on/)).toBeVisible()

  await page.getByRole('button', { name: 'Cancel the schedule' }).click()
  await expect(page.getByLabel('Publish later')).toBeVisible()
  expect(await workingCopyOf(context, _id)).toMatchObject({ publish_at: null })
  await context.close()
})

test('a planned story appears by itself', async ({ context, playwright, baseURL }) => {
  await signedIn(context)
  const { _id, slug, title } = await aStoryOf(context)
  const stranger = await playwright.request.newContext({ baseURL: String(baseURL) })
  expect((await stranger.get(paths.article(slug))).status()).toBe(404)
  const plan = { isDraft: true, publish_at: new Date(Date.now() + 3_000).toISOString() }
  expect((await context.request.put(`/api/contents/${_id}`, { data: plan })).status()).toBe(200)
  await expect(async () => expect((await stranger.get(paths.article(slug))).status()).toBe(200)).toPass({
    timeout: 30_000,
  })
  expect(await (await stranger.get('/')).text()).toContain(title)
  await stranger.dispose()
})

test('for another person’s publication a story is written outside of it, and the page says so', async ({
  page,
  context,
  browser,
}) => {
  const name = `Harbour Post ${randomBytes(3).toString('hex')}`
  const owner = await browser.newContext()
  await signedIn(owner)
  expect((await owner.request.post('/api/publications', { data: { name } })).status()).toBe(200)
  await owner.close()
  await signedIn(context)
  const address = `/publication/${name.toLowerCase().replaceAll(' ', '-')}`
  // The link is right before any script of the page runs.
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await page.goto(address)
  await page.getByRole('link', { name: 'New Story', exact: true }).click()
  await page.waitForURL(`**${address}/new-story`)
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByText(`Only its owner publishes in ${name}.`)).toBeVisible()
  const title = aTitle()
  await titleField(page).fill(title)
  await save(page)
  expect(await draftOf(context, title)).toMatchObject({ publication: null })
})

test('a chosen address is taken, and the former one leads on', async ({ page, context, request }) => {
  await signedIn(context)
  const { slug } = await aStoryOf(context, { isDraft: false })
  const chosen = `chosen-${randomBytes(4).toString('hex')}`
  await page.goto(paths.editArticle(slug))
  await page.getByLabel('Address').fill(chosen)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(`**${paths.article(chosen)}`)
  for (const [asker, pathOf] of [
    [request, paths.article],
    [request, filePaths.articleMarkdown],
    [context.request, paths.editArticle],
  ] as const) {
    const former = await asker.get(pathOf(slug), { maxRedirects: 0 })
    expect([former.status(), former.headers().location]).toEqual([308, pathOf(chosen)])
  }
})

test('an address that is chosen for a draft is its own once it is saved', async ({ page, context }) => {
  await signedIn(context)
  const { slug } = await aStoryOf(context)
  const chosen = `chosen-${randomBytes(4).toString('hex')}`
  await page.goto(paths.editArticle(slug))
  await page.getByLabel('Address').fill(chosen)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(`**${paths.editArticle(chosen)}`)
  await expect(page.getByText(`Now ${paths.article(chosen)}.`)).toBeVisible()
  await page.reload()
  await expect(storyText(page)).toContainText('Two.')
})

test('at a width of 360 pixels a story is written, saves itself and is published', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await signedIn(context)
  const page = await context.newPage()
  const title = await writeNewStory(page, 'Written on a phone.')
  await expect(statusLine(page)).toHaveText('Saved')
  await page.waitForURL(/\/article\/[^/]+\/edit$/)
  await page.getByRole('button', { name: 'Publish', exact: true }).tap()
  await page.getByRole('button', { name: 'Publish anyway' }).tap()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await context.close()
})
