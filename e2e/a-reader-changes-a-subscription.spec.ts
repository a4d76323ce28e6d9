import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { siteUrl } from './support/address.ts'
import { linkIn, mailsTo, mailTo, type ReceivedMail } from './support/mails.ts'
import { expect, signedIn, somebody, test } from './support/people.ts'

/** Subscribes in the box below a list, follows the email's link and confirms. @returns the welcome email. */
async function subscribed(page: Page, email: string): Promise<ReceivedMail> {
  await page.goto('/articles/technology')
  const box = page.getByRole('main')
  await box.getByRole('textbox', { name: 'Email' }).fill(email)
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(box.getByRole('status').filter({ hasText: 'follow the link in the email' })).toBeVisible()
  await page.goto(linkIn(await mailTo(email, /confirm/i), /\/subscription\/confirmation\//))
  await page.getByRole('button', { name: 'Confirm Subscription' }).click()
  await expect(page.getByText('Your subscription is confirmed.')).toBeVisible()
  return mailTo(email, /^Welcome/)
}

const preferencesIn = (mail: ReceivedMail) => linkIn(mail, /\/subscription\/preferences\//)

test.use({ timezoneId: 'Asia/Tokyo' })

test('from an email’s link: how often, when, a pause, the end and why, without an account', async ({ page }) => {
  const { email } = somebody()
  const mail = await subscribed(page, email)
  await page.goto(preferencesIn(mail))
  await expect(page.getByRole('heading', { level: 1, name: 'What you get by email' })).toBeVisible()
  await expect(page.getByText(`For r…${email.slice(email.indexOf('@'))}.`)).toBeVisible()
  await expectAccessible(page)
  const often = page.getByLabel('How often: Technology')
  await expect(often).toHaveValue('weekly')
  // The browser has said so when it subscribed.
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')

  await often.selectOption('As published')
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await expect(page.getByRole('button', { name: 'Use this device’s: Asia/Tokyo' })).toBeVisible()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Pause for a month' }).click()
  await expect(page.getByText(/Paused: no newsletter comes before/)).toBeVisible()
  await page.reload()
  await expect(often).toHaveValue('published')
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resume now' }).click()
  await expect(page.getByRole('button', { name: 'Pause for a month' })).toBeVisible()

  await page.getByRole('button', { name: 'Unsubscribe: Technology' }).click()
  const ended = page.getByText('You have been unsubscribed from Technology.')
  await expect(ended).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(often).toHaveValue('published')
  await page.getByRole('button', { name: 'Unsubscribe: Technology' }).click()
  await expect(ended).toBeVisible()
  await page.getByLabel('Too many emails').check()
  await page.getByLabel('In your own words').fill('Three a day')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you for telling us.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Nothing goes to/)).toBeVisible()
})

test('the first confirmation brings one email with three stories, which mail programs can unsubscribe from', async ({
  page,
  playwright,
}) => {
  const { email } = somebody()
  const mail = await subscribed(page, email)
  const stories = [...mail.text.matchAll(new RegExp(`^${siteUrl}(/article/\\S+)$`, 'gm'))].map(([, path]) => path ?? '')
  const different = [...new Set(stories)]
  expect(different).toHaveLength(3)
  for (const path of different) expect((await page.request.get(path)).status()).toBe(200)
  expect(mail.html).not.toMatch(/<img[^>]+(?:width|height)="?1"?[\s>]/)
  for (const [, picture] of mail.html.matchAll(/<img src="([^"]+)"/g))
    expect((await page.request.get(picture ?? '')).status()).toBe(200)
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const oneClick = mail.headers['list-unsubscribe']?.slice(1, -1) ?? ''
  // Opened in a browser it asks first.
  await page.goto(oneClick)
  await expect(page).toHaveURL(/\/subscription\/unsubscribe\/[\w-]+\?scope=all$/)
  await expect(page.getByLabel('Unsubscribe from everything sent to this address')).toBeChecked()
  const mailProgram = await playwright.request.newContext()
  const answer = await mailProgram.post(oneClick, { form: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 })
  expect([answer.status(), answer.headers()['set-cookie']]).toEqual([200, undefined])
  await mailProgram.dispose()
  await page.goto(preferencesIn(mail))
  await expect(page.getByText(/Nothing goes to/)).toBeVisible()
  expect((await mailsTo(email)).filter(({ subject }) => subject.startsWith('Welcome'))).toHaveLength(1)
})

test('unsubscribing from one thing and from everything works without scripts', async ({ page, browser, baseURL }) => {
  const { email } = somebody()
  const mail = await subscribed(page, email)
  const second = await page.request.post('/api/newsletters/subscribe', { data: { email, category: 'books' } })
  expect(second.status()).toBe(200)
  const scriptless = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const plain = await scriptless.newPage()
  await plain.goto(preferencesIn(mail))
  const ofTechnology = plain.locator('noscript').getByRole('button', { name: 'Unsubscribe: Technology' })
  await ofTechnology.click()
  await expect(plain).toHaveURL(preferencesIn(mail))
  await expect(ofTechnology).toHaveCount(0)
  await plain.goto(linkIn(mail, /\/subscription\/unsubscribe\//))
  await plain.getByLabel('Unsubscribe from everything sent to this address').check()
  await plain.getByRole('button', { name: 'Confirm Unsubscribe' }).click()
  await plain.getByRole('link', { name: 'See what you still get' }).click()
  await expect(plain.getByText(/Nothing goes to/)).toBeVisible()
  await scriptless.close()
})

test('the list of one’s own newsletters leads there too', async ({ page, context }) => {
  const { email } = await signedIn(context)
  await context.request.post('/api/newsletters/subscribe', { data: { email, category: 'fiction' } })
  await page.goto('/account/newsletters')
  await page.getByRole('link', { name: 'Change: Fiction, weekly' }).click()
  await page.getByLabel('How often: Fiction').selectOption('Every day')
  await expect(page.getByText('Saved.')).toBeVisible()
  const list = await (await context.request.get(`/api/newsletters/subscriptions/${email}`)).json()
  expect(list).toEqual([expect.objectContaining({ about: 'Fiction, daily' })])
})
