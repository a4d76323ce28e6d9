import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { linkIn, mailTo, type ReceivedMail } from './support/mails.ts'
import { expect, somebody, test } from './support/people.ts'

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
