import { expectAccessible } from './support/accessibility.ts'
import { admin, siteUrl } from './support/address.ts'
import { linkIn, mailTo } from './support/mails.ts'
import { expect, signIn, signUp, somebody, test, tryToSignIn } from './support/people.ts'

test('signs up after mistakes that were said field by field, signs in and confirms the address by the link of the welcome email', async ({
  page,
}) => {
  const person = somebody()
  const taken = admin.email.toUpperCase()
  await page.goto('/users/signup')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill(taken)
  await page.getByRole('textbox', { name: 'Password' }).fill('password1')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('The user already exists in the record.').first()).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
  await expect(page.getByLabel('Email')).toHaveValue(taken)

  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Account created successfully. Please log in.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeHidden()

  const link = linkIn(await mailTo(person.email, /./), /\/confirm-email\//)
  // Mail scanners open links: that alone proves nothing.
  expect((await page.request.get(link)).status()).toBe(200)
  expect((await page.request.head(link)).status()).toBe(200)
  // Nor does having the email: the person who typed this address at the sign-up must be the one who reads it.
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Confirm address' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(link)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('status').filter({ hasText: /confirmed/i })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  expect(await (await page.request.get('/api/users/current_user')).json()).toMatchObject({ email_proven: true })
  await page.goto('/users/login')
  await expect(page).toHaveURL('/')
})

test('a visitor who wants to write reads why they can’t yet, signs up, and goes on to the story at once', async ({
  page,
}) => {
  const person = somebody()
  await page.goto('/new-story')
  await expect(page).toHaveURL('/#log-in-to-write')
  await expect(page.getByText('Log in to write a story. You’ll come straight to it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('button', { name: `Continue as ${person.name}` }).click()
  await expect(page).toHaveURL('/new-story')
  await page.goto('/#log-in-to-write')
  await expect(page.getByText('Log in to write a story. You’ll come straight to it.')).toBeHidden()
})

test('guessing is stopped for that account from that address; others get in, and so does its owner who signed in here before', async ({
  page,
  context,
  browser,
  extraHTTPHeaders,
}) => {
  const [person, another] = [await signUp(context), await signUp(context)]
  await signIn(context, person)
  const kept = (await context.cookies(`${siteUrl}/api/auth/`)).find(({ name }) => name === 'known_browser')
  expect(kept).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/auth' })
  await context.request.post('/api/users/logout', { headers: { origin: siteUrl } })

  const neighbour = await browser.newContext({ extraHTTPHeaders: extraHTTPHeaders ?? {} })
  for (let count = 0; count < 5; count++) {
    expect((await tryToSignIn(neighbour, { ...person, password: 'wrong one' })).status()).toBe(401)
  }
  const refused = await tryToSignIn(neighbour, person)
  expect(refused.status()).toBe(429)
  expect(refused.headers()['retry-after']).toMatch(/^\d+$/)
  expect(decodeURIComponent((await refused.text()).replaceAll('+', ' '))).toContain('Please try again in')
  await signIn(neighbour, another)
  await neighbour.close()
  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '10.200.200.200' } })
  await signIn(elsewhere, person)
  await elsewhere.close()

  await page.goto('/users/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
})

test('sign-in requests that no browser sends are refused with a sentence', async ({ context }) => {
  const headers = { origin: siteUrl, 'content-type': 'application/json' }
  const post = (path: string, data: string) => context.request.post(`/api/auth/${path}`, { data, headers })
  const deep = `${'['.repeat(15_000)}${']'.repeat(15_000)}`
  const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const passkey = JSON.stringify({ csrfToken, challenge_id: 'c', response: `{"id":"a","more":${deep}}`, json: 'true' })
  const answers = [
    ...['callback/credentials', 'callback/passkey', 'signin/google', 'signout', 'session', '_log'].map((path) =>
      post(path, '{"email":'),
    ),
    post('callback/credentials', deep),
    post('callback/credentials', JSON.stringify({ csrfToken, callbackUrl: 'nowhere' })),
    context.request.get('/api/auth/callback/credentials'),
    context.request.get('/api/auth/error?error=%E2%82%AC'),
    context.request.get('/api/auth/csrf?callbackUrl=nowhere'),
  ]
  for (const answer of await Promise.all(answers)) {
    expect([400, 405], answer.url()).toContain(answer.status())
    expect((await answer.json()).detail).toMatch(/^[A-Z].* .*$/)
  }
  const refused = await post('callback/passkey', passkey)
  expect(refused.status()).toBe(401)
  expect(decodeURIComponent((await refused.text()).replaceAll('+', ' '))).toContain('This took too long')
  const nowhere = await context.request.get('/api/auth/signin?callbackUrl=%2F%E2%82%AC', { maxRedirects: 0 })
  expect(nowhere.status()).toBe(302)
})

test('sets a new password by email; every session ends and the link works once', async ({ page, context, browser }) => {
  const person = await signUp(context)
  const other = await browser.newContext()
  await signIn(other, person)

  await page.goto('/users/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send password reset link' }).click()
  await expect(
    page.getByText('Password reset link will be sent to the email if the email exists in our record.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send password reset link' })).toBeHidden()

  const link = linkIn(await mailTo(person.email, /password/i), /\/reset-password\//)
  await page.goto(link)
  await page.getByLabel('New Password').fill('an entirely new one')
  await page.getByLabel('Confirm Password').fill('an entirely different one')
  let calls = 0
  page.on('request', (request) => void (request.url().includes('/api/users/reset-password') && calls++))
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  expect(calls).toBe(0)
  await page.getByLabel('Confirm Password').fill('an entirely new one')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset was successful! Login to continue.')).toBeVisible()

  expect(await (await other.request.get('/api/users/current_user')).json()).toEqual({})
  await other.close()
  await signIn(context, { email: person.email, password: 'an entirely new one' })
  const token = decodeURIComponent(link.split('/').at(-1) ?? '')
  const again = await context.request.post('/api/users/reset-password', {
    data: { password: 'once more please', token },
  })
  expect(again.status()).toBe(400)
  expect(await again.json()).toMatchObject({ message: expect.stringContaining('already been used or has expired') })
  await mailTo(person.email, /changed/i)
})

test('logs out here, and in the other tab', async ({ page, context }) => {
  const person = await signUp(context)
  await signIn(context, person)
  await page.goto('/')
  const second = await context.newPage()
  await second.goto('/about-us')
  await expect(second.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/users/login')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userData'))).toBeNull()
  await expect(second.getByRole('link', { name: 'Log in' })).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name).filter((name) => /session|signed_in/.test(name))).toEqual([])
})

test('a wrong password and an unknown address get the same message; after the right ones scripts and other sites reach neither cookies nor a token', async ({
  page,
  context,
}) => {
  const person = await signUp(context)
  const bodies: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) bodies.push(await response.text().catch(() => ''))
  })
  for (const email of [person.email, 'nobody-at-all@example.com']) {
    await page.goto('/users/login')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password.' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
  }
  await expectAccessible(page)

  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  // The bar knows the person before the page is left.
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  const session = (await context.cookies()).find(({ name }) => name === 'next-auth.session-token')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  // One that an older site left there goes as soon as a page is opened, signed in or not.
  await page.evaluate(() => localStorage.setItem('token', 'old'))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  const stored = await page.evaluate(() => Object.entries({ ...localStorage, ...sessionStorage }))
  // The other is the time at which a page was left.
  expect(stored.map(([name]) => name).filter((name) => name !== 'page-turn')).toEqual(['userData'])
  expect(stored.join()).not.toMatch(/token/i)
  expect(bodies.join()).not.toMatch(/"(api)?token":/i)
  expect(await (await context.request.get('/api/auth/session')).text()).not.toMatch(/token/i)
})

test('every account form can be walked through and sent with the keyboard alone', async ({ page }) => {
  for (const path of ['/users/login', '/users/signup', '/forgot-password', '/reset-password/x']) {
    await page.goto(path)
    const fields = page.getByRole('main').locator('input:not([type=hidden]):not([tabindex="-1"])')
    const names: string[] = []
    await page.getByRole('main').focus()
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(() => {
        const now = document.activeElement
        return now?.closest('main')
          ? now.tagName === 'INPUT'
            ? `field ${(now as HTMLInputElement).name}`
            : now.textContent || now.getAttribute('aria-label') || 'unnamed'
          : ''
      })
      if (!name) break
      names.push(name)
    }
    const walked = names.filter((name) => name.startsWith('field'))
    expect(walked, path).toHaveLength(await fields.count())
    expect(
      names.some((name) => /login|account|link|password/i.test(name)),
      path,
    ).toBe(true)
  }
})

test('signs in and out again with the keyboard alone', async ({ page, context }) => {
  const person = await signUp(context)
  await page.goto('/users/login')
  const tabTo = async (name: RegExp) => {
    const isThere = () =>
      page.evaluate((source) => {
        const now = document.activeElement
        const label = now instanceof HTMLInputElement ? now.labels?.[0]?.textContent : null
        const words = label ?? now?.getAttribute('aria-label') ?? now?.textContent ?? ''
        return new RegExp(source).test(words.trim())
      }, name.source)
    for (let step = 0; step < 40 && !(await isThere()); step++) await page.keyboard.press('Tab')
    expect(await isThere(), `reached ${name}`).toBe(true)
  }
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await tabTo(/^Email$/)
  await page.keyboard.type(person.email)
  await tabTo(/^Password$/)
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await tabTo(/^Account menu$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await tabTo(/^Log out$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/users/login')
})
