import { expectAccessible } from './support/accessibility.ts'
import { siteUrl } from './support/address.ts'
import { linkIn, mailTo } from './support/mails.ts'
import { expect, signedIn, somebody, test } from './support/people.ts'
import { stories } from './support/site-content.ts'

const asked = /follow the link in the email/

test('from the box below a list to the confirmed address, and out again', async ({ page }) => {
  const { email } = somebody()
  await page.goto('/articles/technology')
  const box = page.getByRole('main')
  await expect(box.getByText('Subscribe to Technology and get updates straight in your inbox.')).toBeVisible()
  await box.getByRole('textbox', { name: 'Email' }).fill(email)
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(box.getByRole('status').filter({ hasText: asked })).toBeVisible()

  const mail = await mailTo(email, /confirm/i)
  expect(mail.recipients).toEqual([email])
  expect(mail.text).toContain('Technology')
  const link = linkIn(mail, /\/subscription\/confirmation\//)
  const uuid = link.split('/').at(-1) ?? ''
  // Scanners and previews open and prefetch everything.
  await page.request.get(link)
  await page.request.head(link)
  await page.request.get(`/api/newsletters/confirm/${uuid}`)
  await page.request.get(`/api/newsletters/confirm/${uuid}`, {
    headers: { accept: 'application/json', 'sec-purpose': 'prefetch' },
  })
  await page.goto(link)
  await expect(page.getByRole('main').getByText('Technology').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm Subscription' }).click()
  await expect(page.getByText('Your subscription is confirmed.')).toBeVisible()
  const meanwhile = page.getByRole('region', { name: 'Read meanwhile' })
  await expect(meanwhile.getByRole('listitem')).toHaveCount(3)
  await expect(meanwhile.getByRole('link', { name: 'More stories' })).toHaveAttribute('href', '/articles/technology')

  await page.goto(`/subscription/unsubscribe/${uuid}`)
  await expect(page.getByRole('heading', { name: "We're sad to see you go" })).toBeVisible()
  await expect(page.getByText('Are you sure you want to unsubscribe from our newsletter?')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm Unsubscribe' }).click()
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the page and the footer subscribe too, and a publication’s list subscribes to the publication', async ({
  page,
  request,
}) => {
  const inPublication = (await stories(request)).find((story) => story.publication_slug)
  const { email } = somebody()
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('button', { name: 'Subscribe' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Subscribe Today' }).click()
  await expect(page.getByRole('heading', { name: 'Newsletter', level: 1 })).toBeVisible()
  await expect(page.getByText('Subscribe to Bytewise and get updates straight in your inbox.')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /user agreement/i })).toHaveAttribute('href', '/user-agreement')
  await expect(main.getByRole('link', { name: /privacy/i })).toHaveAttribute('href', '/privacy-policy')
  await main.getByRole('textbox', { name: 'Email' }).fill(email)
  await main.getByRole('button', { name: 'Subscribe' }).click()
  await expect(main.getByRole('status').filter({ hasText: asked })).toBeVisible()
  expect((await mailTo(email, /confirm/i)).text).toContain('All stories, weekly')

  const second = somebody().email
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('button', { name: 'Subscribe' })).toBeHidden()
  await page.goto('/about-us')
  await footer.getByRole('textbox', { name: 'All stories in your inbox' }).fill(second)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByRole('status').filter({ hasText: asked })).toBeVisible()
  const everything = await mailTo(second, /confirm/i)
  expect(everything.text).toContain('All stories, weekly')
  await page.goto(linkIn(everything, /\/subscription\/confirmation\//))
  await expect(main.getByText('All stories, weekly')).toBeVisible()

  await page.goto('/articles/all')
  await expect(main.getByText('Subscribe to All stories and get updates straight in your inbox.')).toBeVisible()

  const third = somebody().email
  await page.goto(`/publication/${inPublication?.publication_slug}`)
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  await expect(main.getByText(`Subscribe to ${name} and get updates straight in your inbox.`)).toBeVisible()
  await main.getByRole('textbox', { name: 'Email' }).fill(third)
  await main.getByRole('button', { name: 'Subscribe' }).click()
  const mail = await mailTo(third, /confirm/i)
  expect(mail.text).toContain(`${name}, as published`)
  await page.goto(linkIn(mail, /\/subscription\/confirmation\//))
  await expect(page.getByRole('button', { name: 'Confirm Subscription' })).toBeVisible()
})

test('a wrong address is said in the form and stays there; one more address takes a moment longer, and nothing else changes', async ({
  page,
  context,
}) => {
  await page.goto('/subscribe')
  const main = page.getByRole('main')
  for (const typed of ['', 'nobody', 'a@x.test, b@y.test', '"a,b"@x.test']) {
    await main.getByRole('textbox', { name: 'Email' }).fill(typed)
    await main.getByRole('button', { name: 'Subscribe' }).click()
    await expect(main.getByText(/enter a valid email|enter an email/i).first()).toBeVisible()
    await expect(main.getByRole('textbox', { name: 'Email' })).toHaveValue(typed)
  }
  await expectAccessible(page)

  for (let count = 0; count < 5; count++)
    await context.request.post('/api/newsletters/subscribe', { data: { email: somebody().email } })
  const { email } = somebody()
  const moment = main.getByRole('button', { name: 'One moment…' })
  // A lucky browser finds the number immediately.
  let hasWaited = false
  await page.route('**/api/newsletters/challenge', async (route) => {
    await moment.waitFor()
    hasWaited = true
    await route.continue()
  })
  await main.getByRole('textbox', { name: 'Email' }).fill(email)
  await main.getByRole('button', { name: 'Subscribe' }).click()
  await expect(main.getByRole('status').filter({ hasText: asked })).toBeVisible({ timeout: 30_000 })
  expect(hasWaited).toBe(true)
  await mailTo(email, /confirm/i)
})

test('a mail program’s own button ends a subscription without a page and without a cookie', async ({
  context,
  playwright,
}) => {
  const { email } = await signedIn(context)
  await context.request.post('/api/newsletters/subscribe', { data: { email, category: 'books' } })
  const [{ uuid }] = await (await context.request.get(`/api/newsletters/subscriptions/${email}`)).json()
  const mailProgram = await playwright.request.newContext({ baseURL: siteUrl })
  const answer = await mailProgram.post(`/api/newsletters/unsubscribe/${uuid}/one-click?scope=all`, {
    form: { 'List-Unsubscribe': 'One-Click' },
    headers: { origin: 'https://mail.example' },
    maxRedirects: 0,
  })
  expect([answer.status(), answer.headers()['set-cookie']]).toEqual([200, undefined])
  await mailProgram.dispose()
  expect(await (await context.request.get(`/api/newsletters/subscriptions/${email}`)).json()).toEqual([])
})
