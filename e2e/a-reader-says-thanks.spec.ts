import { adminPaths } from '#contract/admin-paths.ts'
import { paths } from '#contract/paths.ts'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { watchShifts } from './support/layout-shift.ts'
import { mailsTo, mailTo } from './support/mails.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'
import { aPublishedStory } from './support/stories.ts'

const words = 'I read it aloud to my father. <b>We</b> both laughed.'
const sayThanks = { name: 'Say thanks', exact: true } as const

test('a visitor logs in and thanks the writer, who reads it on a page and in an email, blocks and reports', async ({
  page,
  browser,
}) => {
  const [writing, deciding] = [await browser.newContext(), await browser.newContext()]
  const writer = await signedIn(writing, { name: 'Ada Marsh' })
  const story = await aPublishedStory(writing)
  const second = await aPublishedStory(writing)
  const own = await writing.newPage()
  await own.goto(paths.myThanks)
  await expect(own.getByText(/^No lines yet/)).toBeVisible()
  await expectAccessible(own)
  const saved = own.waitForResponse((answer) => answer.url().endsWith('/api/users/update-profile') && answer.ok())
  await own.getByLabel('Email me each one').check()
  await saved
  // Writers don't thank themselves.
  await own.goto(paths.article(story.slug))
  await expect(own.getByRole('link', { name: 'Edit' })).toBeVisible()
  await expect(own.getByRole('button', sayThanks)).toHaveCount(0)

  const reader = await signedIn(page.context(), { name: 'Noor & Co' })
  await page.context().clearCookies()
  await page.goto(paths.article(story.slug))
  const card = page.getByRole('region', { name: 'About the author' })
  await expect(card.getByRole('button', sayThanks)).toHaveCount(0)
  await card.getByRole('link', { name: 'Log in to say thanks' }).click()
  await page.getByLabel('Email').fill(reader.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(reader.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${paths.article(story.slug)}#author`)
  await expect(card.getByRole('link', { name: 'Log in to say thanks' })).toBeHidden()

  await card.getByRole('button', sayThanks).click()
  const dialog = page.getByRole('dialog', { name: 'Say thanks to Ada Marsh' })
  await dialog.getByLabel('Your line').fill(`${words}${'x'.repeat(280)}`)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Please use at most 280 characters.')).toBeVisible()
  await dialog.getByLabel('Your line').fill(words)
  // Closed by mistake, it is still there.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await card.getByRole('button', sayThanks).click()
  await expect(dialog.getByLabel('Your line')).toHaveValue(words)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Your line was sent.')).toBeVisible()
  await page.reload()
  await card.getByRole('button', sayThanks).click()
  await expect(dialog.getByText(words)).toBeVisible()

  const mail = await mailTo(writer.email, /thanks you for/)
  expect(mail.subject).toContain('Noor & Co thanks you for')
  expect(mail.text).toContain(words)
  expect(mail.html).toContain('&lt;b&gt;We&lt;/b&gt;')
  expect(mail.source.toString()).not.toContain(reader.email)

  await own.goto(paths.myThanks)
  const line = own.getByRole('listitem').filter({ hasText: words })
  await expect(line.getByRole('link', { name: 'Noor & Co' })).toBeVisible()
  await expectAccessible(own)
  own.on('dialog', (question) => void question.accept())
  await line.getByRole('button', { name: /^Block/ }).click()
  await expect(own.getByRole('region', { name: 'Blocked readers' }).getByText('Noor & Co')).toBeVisible()
  await line.getByRole('button', { name: /^Report/ }).click()
  await expect(line.getByText(/You reported it\.$/)).toBeVisible()

  // The blocked reader isn't told, and the writer isn't bothered.
  const answer = await page.request.post(`/api/contents/${second._id}/thanks`, { data: { words: 'Still there?' } })
  expect(answer.status(), await answer.text()).toBe(200)

  await signIn(deciding, admin)
  const desk = await deciding.newPage()
  await desk.goto(adminPaths.adminReports)
  const reported = desk.getByRole('listitem').filter({ hasText: words })
  await expectAccessible(desk)
  desk.on('dialog', (question) => void question.accept())
  await reported.getByRole('button', { name: /^Remove/ }).click()
  await expect(reported.getByText('The line was removed.')).toBeVisible()
  await own.reload()
  await expect(own.getByText(/^No lines yet/)).toBeVisible()
  await own.getByRole('button', { name: 'Unblock: Noor & Co' }).click()
  await expect(own.getByRole('region', { name: 'Blocked readers' })).toBeHidden()
  await expect(own.getByText('This reader can thank you again.')).toBeFocused()
  expect((await mailsTo(writer.email)).filter(({ subject }) => subject.includes('thanks you'))).toHaveLength(1)
  await Promise.all([writing.close(), deciding.close()])
})

test('the end of a story moves nothing when its buttons come, and copies the story’s address', async ({
  page,
  browser,
}) => {
  const writing = await browser.newContext()
  await signedIn(writing)
  const { slug } = await aPublishedStory(writing)
  await writing.close()
  await signedIn(page.context())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const shifts = await watchShifts(page)
  for (const width of [360, 1280]) {
    // Otherwise the second address is a place on the same page.
    await page.goto('about:blank')
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${paths.article(slug)}#author`)
    await expect(page.getByRole('button', sayThanks)).toBeVisible()
    expect(await shifts.moved(), `at ${width}`).toBeLessThan(0.01)
  }
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(paths.article(slug), page.url()).href)
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
})
