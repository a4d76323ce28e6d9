import type { Page } from '@playwright/test'
import { siteUrl } from './support/address.ts'
import { linkIn, mailTo } from './support/mails.ts'
import { expect, signUp, somebody, test } from './support/people.ts'
import { aStory } from './support/site-content.ts'

test.use({ javaScriptEnabled: false })

const main = (page: Page) => page.getByRole('main')
const asked = /follow the link in the e?mail/

/** The answer to a form that any page of any site could send. */
function postForm(page: Page, path: string, form: Record<string, string>) {
  return page.request.post(path, {
    form,
    headers: { accept: 'text/html,*/*', origin: siteUrl, 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  })
}

async function logIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const [answer] = await Promise.all([
    page.waitForResponse(
      (response) => response.request().method() === 'GET' && response.request().isNavigationRequest(),
    ),
    page.getByRole('button', { name: 'Login', exact: true }).click(),
  ])
  return answer
}

test('a person signs up, signs in, and confirms the address', async ({ page }) => {
  const person = somebody()
  await page.goto('/users/signup?next=%2Farticles%2Ffiction')
  await expect(main(page).getByText(/needs scripts/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign up with Google' })).toBeHidden()
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create Account' }).click()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(/A password has at least 8 characters\./)
  await expect(password).toBeFocused()
  await expect(password).toHaveValue('')
  await expect(page.getByLabel('Name')).toHaveValue(person.name)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  expect(page.url()).not.toMatch(/reader|short/i)

  await password.fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
  await expect(page.getByText('Account created successfully. Please log in.')).toBeVisible()
  await main(page).getByRole('link', { name: 'Log in' }).click()

  const refused = await logIn(page, person.email, 'not the password')
  expect(refused.status()).toBe(401)
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password.' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await logIn(page, person.email, person.password)
  await expect(page).toHaveURL('/articles/fiction')

  await page.goto(linkIn(await mailTo(person.email, /./), /\/confirm-email\//))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
  expect(await (await page.request.get('/api/users/current_user')).json()).toMatchObject({ email_proven: true })
})

test('a forgotten password is changed by email, and the link works once', async ({ page, context }) => {
  const person = await signUp(context)
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send password reset link' }).click()
  await expect(
    page.getByText('Password reset link will be sent to the email if the email exists in our record.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send password reset link' })).toHaveCount(0)

  const link = linkIn(await mailTo(person.email, /password/i), /\/reset-password\//)
  const reset = async (password: string, confirmed: string) => {
    await page.goto(link)
    await page.getByLabel('New Password').fill(password)
    await page.getByLabel('Confirm Password').fill(confirmed)
    await page.getByRole('button', { name: 'Reset Password' }).click()
  }
  await reset('an entirely new one', 'an entirely different one')
  await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match.')
  await reset('an entirely new one', 'an entirely new one')
  await expect(page.getByText('Password reset was successful! Login to continue.')).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reset Password' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('from a list’s box to the confirmed address, its preferences, and out again', async ({ page }) => {
  const { email } = somebody()
  await page.goto('/articles/technology')
  await main(page).getByRole('textbox', { name: 'Email' }).fill('nobody@nowhere')
  await main(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL(/\/subscribe\?answer=[\w-]+$/)
  const field = main(page).getByRole('textbox', { name: 'Email' })
  await expect(field).toHaveAccessibleDescription('Please enter a valid email address.')
  await expect(field).toHaveValue('nobody@nowhere')
  await expect(field).toBeFocused()
  await expect(page.getByLabel('Topic')).toHaveValue('technology')
  await field.fill(email)
  await main(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(main(page).getByRole('status').filter({ hasText: asked })).toBeVisible()

  const mail = await mailTo(email, /confirm/i)
  expect(mail.text).toContain('Technology, weekly')
  const link = linkIn(mail, /\/subscription\/confirmation\//)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm Subscription' }).click()
  await expect(page.getByText('Your subscription is confirmed.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('This subscription is confirmed already.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm Subscription' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Choose what you get, and how often' }).click()
  const plain = page.locator('noscript')
  await plain.getByLabel('Technology', { exact: true }).selectOption('Every day')
  await plain.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await expect(plain.getByLabel('Technology', { exact: true })).toHaveValue('daily')
  await plain.getByRole('button', { name: 'Pause for a month' }).click()
  await plain.getByRole('button', { name: 'Resume now' }).click()
  await expect(plain.getByRole('button', { name: 'Pause for a month' })).toBeVisible()

  const uuid = link.split('/').at(-1) ?? ''
  await page.goto(`/subscription/unsubscribe/${uuid}`)
  await page.getByRole('button', { name: 'Confirm Unsubscribe' }).click()
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
  await expect(main(page).getByRole('button')).toHaveCount(0)
})

test('a mistyped address is corrected for the same author', async ({ page, request }) => {
  const { email } = somebody()
  const { author_uuid, author_name } = await aStory(request)
  await page.goto(`/profile/${author_uuid}`)
  await main(page)
    .getByRole('textbox', { name: `Follow ${author_name} by email` })
    .fill('nobody@nowhere')
  await main(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL(new RegExp(`/subscribe\\?author=${author_uuid}&answer=[\\w-]+$`))
  await expect(main(page).getByText(`Subscribe to ${author_name} and get updates`)).toBeVisible()
  const field = main(page).getByRole('textbox', { name: 'Email' })
  await expect(field).toHaveValue('nobody@nowhere')
  await field.fill(email)
  await main(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(main(page).getByRole('status').filter({ hasText: asked })).toBeVisible()
  expect((await mailTo(email, /confirm/i)).text).toContain(author_name)
})

test('the footer subscribes too, and the page that answers has one newsletter form', async ({ page }) => {
  const { email } = somebody()
  await page.goto('/about-us')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('textbox', { name: 'All stories in your inbox' }).fill(email)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(main(page).getByRole('status').filter({ hasText: asked })).toBeVisible()
  expect((await mailTo(email, /confirm/i)).text).toContain('All stories, weekly')
  for (const path of ['/subscribe', '/articles/technology', '/subscription/unsubscribe/nobody-knows-it']) {
    await page.goto(path)
    await expect(footer.getByRole('button', { name: 'Subscribe' }), path).toBeHidden()
  }
})

test('many from one network are told what helps', async ({ page, context }) => {
  for (let count = 0; count < 5; count++)
    await context.request.post('/api/newsletters/subscribe', { data: { email: somebody().email } })
  const { email } = somebody()
  await page.goto('/subscribe')
  await main(page).getByRole('textbox', { name: 'Email' }).fill(email)
  await main(page).getByRole('button', { name: 'Subscribe' }).click()
  const alert = main(page).getByRole('alert')
  await expect(alert).toContainText('try again in an hour')
  await expect(alert).toContainText('With scripts switched on, it works right away.')
  await expect(main(page).getByRole('textbox', { name: 'Email' })).toHaveValue(email)
})

test('a form that is sent twice is done once, and no one else can see its answer', async ({ page, browser }) => {
  const person = somebody()
  const send = () => postForm(page, '/api/users/signup', { ...person })
  const [one, other] = await Promise.all([send(), send()])
  expect(one.status()).toBe(303)
  expect(other.headers().location).toBe(one.headers().location)
  const address = one.headers().location ?? ''
  await page.goto(address)
  await expect(page.getByText('Account created successfully. Please log in.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Account created successfully. Please log in.')).toBeVisible()

  const elsewhere = await browser.newContext({ javaScriptEnabled: false })
  const plain = await elsewhere.newPage()
  await plain.goto(address)
  await expect(plain.getByRole('button', { name: 'Create Account' })).toBeVisible()
  await elsewhere.close()
})

test('a visitor follows an author by email from the profile', async ({ page }) => {
  const story = await aStory(page.request, 'fiction')
  const { email } = somebody()
  await page.goto(`/profile/${story.author_uuid}`)
  await main(page)
    .getByRole('textbox', { name: `Follow ${story.author_name} by email` })
    .fill(email)
  await main(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(main(page).getByText(asked)).toBeVisible()
  const mail = await mailTo(email, /confirm/i)
  expect(mail.text).toContain(story.author_name)
  await page.goto(linkIn(mail, /\/subscription\/confirmation\//))
  await main(page).getByRole('button', { name: 'Confirm Subscription' }).click()
  await expect(main(page).getByRole('region', { name: 'Read meanwhile' }).getByRole('link').first()).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'More stories' })).toHaveAttribute(
    'href',
    `/profile/${story.author_uuid}`,
  )
})
