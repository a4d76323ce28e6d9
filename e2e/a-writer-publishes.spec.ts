import { randomBytes } from 'node:crypto'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import { expectAccessible } from './support/accessibility.ts'
import { mailTo } from './support/mails.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'
import {
  aStoryOf,
  aTitle,
  draftOf,
  itsOut,
  publishAndSee,
  publishSheet,
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

test('the sheet names links that readers can’t open and what is left open, each with the way there, and it can go out all the same', async ({
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
  const sheet = publishSheet(page)
  await expect(sheet.getByText('A link leads to')).toHaveText(
    [missing, unpublished].map((path) => `A link leads to ${path}, and there is no such page. Go to “Text”`),
  )
  await expect(sheet).toContainText('“TK” is left in the text')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Go to “Story image”' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByLabel('Story image URL')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByLabel('Story image URL')).toBeFocused()
  await publishAndSee(page)
  await expect(page).toHaveURL(paths.article(slug))
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('a story is planned, shown in the writer’s own time zone, and the plan taken back', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'Asia/Tokyo' })
  await signedIn(context)
  const page = await context.newPage()
  const { _id, slug } = await aStoryOf(context)
  await page.goto(paths.editArticle(slug))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('radio', { name: 'Later' }).check()
  await expect(page.getByText('In your time zone, Asia/Tokyo.')).toBeVisible()
  const day = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await page.getByLabel('Date and time').fill(`${day}T09:30`)
  // A reload keeps what was chosen.
  await page.reload()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByLabel('Date and time')).toHaveValue(`${day}T09:30`)
  await publishSheet(page)
    .getByRole('button', { name: /^Publish on .* 09:30$/ })
    .click()
  await expect(page.getByText(/^Planned: .* 09:30 your time$/)).toBeFocused()
  await expectAccessible(page)
  expect(await workingCopyOf(context, _id)).toMatchObject({ isDraft: true, publish_at: `${day}T00:30:00.000Z` })

  const shown = await context.newPage()
  await shown.goto(paths.article(slug))
  const time = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' } as const
  const there = new Intl.DateTimeFormat('en-GB', time).format(new Date(`${day}T00:30:00Z`))
  // Browsers put other spaces into a time than Node does.
  await expect(shown.locator('main time').first()).toHaveText(new RegExp(`^${there.replace(/\s/g, '\\s')}$`))
  await expect(shown.getByText(/Will be published on/)).toBeVisible()

  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByLabel('Date and time')).toHaveValue(`${day}T09:30`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Don’t publish' }).click()
  await expect(page.getByText(/^Planned:/)).toHaveCount(0)
  await expect(page.getByText(/^The plan was cancelled/)).toBeFocused()
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
  await page.getByLabel('Address', { exact: true }).fill(chosen)
  await publishAndSee(page)
  await expect(page).toHaveURL(paths.article(chosen))
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
  await page.getByLabel('Address', { exact: true }).fill(chosen)
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
  const confirm = publishSheet(page).getByRole('button', { name: 'Publish', exact: true })
  await expect(confirm).toBeInViewport()
  await confirm.tap()
  await expect(itsOut(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await itsOut(page).getByRole('link', { name: 'See it' }).tap()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await context.close()
})

test('it’s out: the address is copied, and the story reaches those who follow its author', async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  await signedIn(context)
  const { uuid } = (await (await context.request.get('/api/users/current_user')).json()) as { uuid: string }
  const other = await browser.newContext()
  const follower = await signedIn(other)
  const follow = { email: follower.email, following_author: uuid }
  expect((await other.request.post('/api/newsletters/subscribe', { data: follow })).status()).toBe(200)
  await other.close()

  const { slug, title } = await aStoryOf(context, { category: 'fiction' })
  const page = await context.newPage()
  await page.goto(paths.editArticle(slug))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const sheet = publishSheet(page)
  await sheet.getByRole('checkbox', { name: 'Email it to 1 follower' }).check()
  await sheet.getByText('Subject and preview line').click()
  await sheet.getByLabel('Subject of the email').fill(`A letter about ${title}`)
  await expect(sheet.getByLabel('Preview line of the email')).toHaveAttribute('placeholder', 'One. Two.')
  await page.reload()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(sheet.getByRole('checkbox')).toBeChecked()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Publish and email 1 person' }).click()

  await expect(itsOut(page).getByRole('heading', { name: 'It’s out' })).toBeFocused()
  await expect(itsOut(page).getByText(/^Emailed to 1 person on /)).toBeVisible()
  await expectAccessible(page)
  await itsOut(page).getByRole('button', { name: 'Copy' }).click()
  await expect(itsOut(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  const address = new URL(page.url())
  expect(address.pathname).not.toContain('/edit')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address.href)
  await mailTo(follower.email, new RegExp(title))
  // The page has the story's address already.
  await page.reload()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await context.close()
})

test('a session that ends while the sheet is open loses nothing: sign in, come back, publish', async ({
  page,
  context,
}) => {
  const person = await signedIn(context)
  const { slug, title } = await aStoryOf(context)
  await page.goto(paths.editArticle(slug))
  await expect(storyText(page)).toContainText('Two.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const sheet = publishSheet(page)
  await context.clearCookies({ name: /session-token/ })
  const confirm = sheet.getByRole('button', { name: 'Publish', exact: true })
  await confirm.click()
  await expect(sheet.getByText('You’re logged out, so the story isn’t published.')).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Log in again in a new tab' })).toHaveAttribute('href', paths.login())
  await signIn(context, person)
  await confirm.click()
  await expect(itsOut(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('of two tabs one publishes, and the other says so', async ({ context }) => {
  await signedIn(context)
  const { slug } = await aStoryOf(context)
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const page of [one, other]) {
    await page.goto(paths.editArticle(slug))
    await expect(storyText(page)).toContainText('Two.')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(publishSheet(page)).toBeVisible()
  }
  await publishSheet(one).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(itsOut(one)).toBeVisible()
  await expect(publishSheet(other).getByText(/^This story has been published since you opened it here/)).toBeVisible()
  await expect(publishSheet(other).getByRole('button', { name: 'Update', exact: true })).toBeVisible()
})

test('someone else’s change while the sheet is open is merged, and what collides is chosen first', async ({
  page,
  context,
}) => {
  await signedIn(context)
  const { _id, slug } = await aStoryOf(context)
  await page.goto(paths.editArticle(slug))
  await expect(storyText(page)).toContainText('Two.')
  const title = aTitle()
  await titleField(page).fill(title)
  await page.keyboard.press('Control+Enter')
  const sheet = publishSheet(page)
  await expect(statusLine(page)).toHaveText('Saved')
  const change = (data: object) => context.request.put(`/api/contents/${_id}`, { data: { isDraft: true, ...data } })
  expect((await change({ sub_title: 'By somebody else', title: 'Another title' })).ok()).toBe(true)
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  // Nothing was typed here in the meantime: both changes are taken over, but not published unread.
  await expect(sheet.getByText(/Both versions have been merged/)).toBeVisible()
  await expect(sheet.getByText('By somebody else')).toBeVisible()

  expect((await change({ title: 'A third title' })).ok()).toBe(true)
  await page.keyboard.press('Escape')
  await titleField(page).fill(title)
  await page.keyboard.press('Control+Enter')
  await sheet.getByRole('button', { name: 'Choose what stays' }).click()
  await expect(page.getByRole('heading', { name: 'This story was also changed elsewhere' })).toBeFocused()
  await page
    .getByRole('radio', { name: /^Yours/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Continue with this text' }).click()
  await publishAndSee(page)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})
