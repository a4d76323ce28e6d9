import type { BrowserContext, Page } from '@playwright/test'
import { adminPaths } from '#contract/admin-paths.ts'
import { paths } from '#contract/paths.ts'
import { expectAccessible } from './support/accessibility.ts'
import { admin, sendCode } from './support/address.ts'
import { linkIn, mailsTo, mailTo, type ReceivedMail } from './support/mails.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'
import { aDraft, aPublishedStory } from './support/stories.ts'
import { aSubscriber } from './support/subscribers.ts'
import { itsOut, publishSheet } from './support/writing.ts'

/** An address's emails, but for those that answer its subscribing. */
async function newslettersTo(email: string): Promise<ReceivedMail[]> {
  return (await mailsTo(email)).filter(({ headers }) => headers['feedback-id'] !== undefined)
}

async function openSendPage(context: BrowserContext, page: Page): Promise<void> {
  await signIn(context, admin)
  await page.goto(adminPaths.sendNewsletters)
  await expect(page.getByRole('heading', { name: 'Send newsletters', level: 1 })).toBeVisible()
}

async function expectReason(page: Page, email: string, slug: string, sentence: string | RegExp): Promise<void> {
  await page.goto(adminPaths.sendNewsletters)
  const why = page.getByRole('region', { name: 'Why did someone get no email?' })
  await why.getByRole('textbox', { name: 'Email' }).fill(email)
  await why.getByRole('textbox', { name: 'Story' }).fill(slug)
  await why.getByRole('button', { name: 'Find out why' }).click()
  await expect(why.getByRole('status')).toHaveText(sentence)
}

async function submit(page: Page, env: 'test' | 'prod', code = sendCode): Promise<void> {
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('Category').selectOption('fiction')
  await page.getByLabel('Frequency').selectOption('daily')
  await page.getByLabel('Environment').selectOption(env)
  if (env === 'prod') page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: env === 'prod' ? /^Send to (all|\d)/ : 'Send a test to me' }).click()
}

test('an administrator sees a newsletter, tries it, sends it once, and everyone can read it', async ({
  page,
  context,
}) => {
  const reader = await aSubscriber(page.request, { category: 'fiction', frequency: 'daily' })
  await openSendPage(context, page)
  const story = await aPublishedStory(context)
  await page.reload()
  await page.getByLabel('Category').selectOption('fiction')
  await expect(page.getByText(/^Goes to \d.* each only with stories/)).toBeVisible()
  const frame = page.frameLocator('iframe[title="The email, in light colours"]')
  await expect(frame.getByRole('link', { name: story.title })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByText('Dark', { exact: true }).click()
  const dark = page.frameLocator('iframe[title="The email, in the dark"]')
  await expect(dark.locator('body')).toHaveCSS('background-color', 'rgb(21, 20, 15)')
  await page.getByRole('main').getByText('Text', { exact: true }).click()
  await expect(page.locator('pre')).toContainText(story.title)
  await expectAccessible(page)

  await submit(page, 'test', 'not the code')
  await expect(page.getByText('Something went wrong!')).toBeVisible()

  await submit(page, 'test')
  await expect(page.getByText('Emails are being sent to all the subscribers!')).toBeVisible()
  await expect(page.getByText('This is a test. It goes only to you.')).toBeVisible()
  await expect(page.getByText('1 of 1 email done (100%)')).toBeVisible()
  const trial = await mailTo(admin.email, /^\[Test\] Fiction, today/)
  expect(trial.text).toContain(story.title)
  expect(await newslettersTo(reader)).toEqual([])

  await page.getByRole('button', { name: 'Send another' }).click()
  await submit(page, 'prod')
  await expect(page.getByText('Emails are being sent to all the subscribers!')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Fiction, daily, / })).toBeVisible()
  await expect(page.getByText(/ done \(100%\)$/)).toBeVisible()
  await expectAccessible(page)

  const mail = await mailTo(reader, /^Fiction, today/)
  expect(mail.recipients).toEqual([reader])
  expect(mail.html).toContain(`/article/${story.slug}?from=newsletter"`)
  expect(mail.headers['list-unsubscribe']).toMatch(/^<http/)
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  for (const part of [mail.html, mail.text]) expect(part).not.toMatch(/mark-[0-9a-f]{6,}|undefined|\[object/)

  await page.goto(linkIn(mail, /\/newsletters\//))
  await expect(page.getByRole('main').getByRole('link', { name: story.title })).toHaveAttribute(
    'href',
    paths.article(story.slug),
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All newsletters' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: mail.subject })).toBeVisible()
  await expectAccessible(page)
  await page.goto(linkIn(mail, /\/subscription\/unsubscribe\//))
  await expect(page.getByRole('heading', { name: "We're sad to see you go" })).toBeVisible()

  await page.goto(adminPaths.sendNewsletters)
  await submit(page, 'prod')
  await expect(page.getByText('Something went wrong!')).toBeVisible()
  expect(await newslettersTo(reader)).toHaveLength(1)
})

test('the editor says to how many a story goes; its followers get it, and once', async ({ page, context, browser }) => {
  await signedIn(context)
  const { uuid } = (await (await context.request.get('/api/users/current_user')).json()) as { uuid: string }
  const draft = await aDraft(context)
  await page.goto(paths.editArticle(draft.slug))
  const tick = page.getByRole('checkbox', { name: 'Send Newsletter' })
  await tick.check()
  await expect(page.getByText(/^(Goes to|Nobody follows you)/)).toBeVisible()
  await tick.uncheck()

  const other = await browser.newContext()
  const follower = await signedIn(other)
  const follow = { email: follower.email, following_author: uuid }
  expect((await other.request.post('/api/newsletters/subscribe', { data: follow })).status()).toBe(200)
  await page.reload()
  await tick.check()
  await expect(page.getByText(/^Goes to 1 follower of you when you publish\./)).toBeVisible()

  const data = { isDraft: false, sendNewsletter: true }
  expect((await context.request.put(`/api/contents/${draft._id}`, { data })).ok()).toBe(true)
  const mail = await mailTo(follower.email, new RegExp(draft.title))
  expect(mail.text).toContain('A lamp turns above the harbour.')
  expect(mail.text).toContain(`\n${new URL(page.url()).origin}${paths.article(draft.slug)}?from=newsletter\n`)

  await page.goto(paths.editArticle(draft.slug))
  await expect(page.getByText(/^Emailed on \d+ \w+ \d{4}. It won’t be emailed again\./)).toBeVisible()
  await expect(tick).toBeDisabled()
  await other.close()
})

test('a new author’s story waits for an administrator, who sends it to its category', async ({
  page,
  context,
  browser,
}) => {
  const subscriber = await aSubscriber(page.request, { category: 'fiction', frequency: 'published' })
  await signedIn(context)
  const draft = await aDraft(context)
  await page.goto(paths.editArticle(draft.slug))
  await page.getByRole('checkbox', { name: 'Send Newsletter' }).check()
  const held = 'Nobody follows you yet. The subscribers of Fiction get it once an administrator has looked at it.'
  await expect(page.getByText(held)).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publishSheet(page).getByText(held)).toBeVisible()
  await publishSheet(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(itsOut(page)).toContainText(
    'It goes to the subscribers of Fiction once an administrator has looked at it.',
  )
  await expectAccessible(page)

  const desk = await browser.newContext()
  await signIn(desk, admin)
  const waiting = await desk.newPage()
  waiting.on('dialog', (dialog) => dialog.accept())
  await expectReason(waiting, subscriber, draft.slug, /^The story waits for an administrator/)
  await waiting.goto(adminPaths.adminDashboard)
  await waiting.getByRole('link', { name: 'Stories are waiting to be emailed' }).click()
  const send = waiting.getByRole('button', { name: `Send: ${draft.title}`, exact: true })
  await expect(send).toBeVisible()
  await expectAccessible(waiting)
  await send.click()
  await expect(waiting.getByText('The story is on its way to the subscribers of Fiction.')).toBeFocused()
  expect((await mailTo(subscriber, new RegExp(draft.title))).text).toContain('A lamp turns above the harbour.')
  await expectReason(waiting, subscriber, draft.slug, /was sent on \d/)
  await expectReason(waiting, 'stranger@example.com', paths.article(draft.slug), /^We don’t know this address/)
  await desk.close()
})
