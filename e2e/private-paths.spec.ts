import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signedIn, signIn, signUp, test } from './support/people.ts'

const forWriters = [
  '/bookmarks',
  '/drafted-stories',
  '/new-story',
  '/publication/new',
  '/publication/anything/new-story',
  '/article/anything/edit',
  '/add-book',
]

for (const path of forWriters) {
  test(`${path} sends a logged-out visitor home`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Byte size knowledge/)
  })
}

test('the way to a private page survives the log-in', async ({ page, context }) => {
  const person = await signUp(context)
  await page.goto('/drafted-stories')
  await expect(page).toHaveURL('/')
  await page.goto('/users/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/drafted-stories')
})

for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
  test(`a log-in never leads to ${next}`, async ({ page, context }) => {
    const person = await signUp(context)
    await page.goto(`/users/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/')
  })
}

for (const path of ['/podcasts', '/create-podcast']) {
  test(`${path} signs out whoever is no administrator and asks to sign in`, async ({ page, context }) => {
    await page.goto(path)
    await expect(page).toHaveURL(/\/users\/login/)
    await signedIn(context)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    const session = (await context.cookies()).filter(({ name }) => name.includes('session'))
    await page.goto(path)
    await expect(page).toHaveURL(/\/users\/login/)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('userData'))).toBeNull()
    // Not only here: the session itself has ended.
    await context.addCookies(session)
    await expect.poll(async () => (await context.request.get('/api/users/current_user')).json()).toEqual({})
  })
}

test('no other site, and no browser that looks ahead, signs anybody out', async ({ context }) => {
  await signedIn(context)
  for (const [name, value] of [
    ['sec-fetch-site', 'cross-site'],
    ['sec-purpose', 'prefetch;prerender'],
  ] as const) {
    const answer = await context.request.get('/podcasts', { headers: { [name]: value }, maxRedirects: 0 })
    expect(answer.status()).toBe(307)
    expect(new URL(answer.headers().location ?? '', 'http://localhost').pathname).toBe('/')
  }
  expect(await (await context.request.get('/api/users/current_user')).json()).toHaveProperty('uuid')
})

for (const path of ['/admin-dashboard', '/add-book', '/send-newsletters']) {
  test(`${path} shows others that it is for administrators only by preparing for ever`, async ({ page, context }) => {
    await signedIn(context)
    await page.goto(path)
    await expect(page.getByText('Preparing the page for you.')).toBeVisible()
  })
}

test('a room that the menu names and nobody has built says so, and is a 404', async ({ page, context }) => {
  await signedIn(context)
  const answer = await page.goto('/bookmarks')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Not built yet' })).toBeVisible()
  await expectAccessible(page)
})

test('administrators see the figures', async ({ page, context }) => {
  await signIn(context, admin)
  await page.goto('/admin-dashboard')
  for (const figure of ['Total users', 'Total subscribers', 'Total confirmed subscribers']) {
    await expect(page.getByText(figure, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('Add Book works only on localhost')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Book' })).toHaveAttribute('href', '/add-book')
  await expectAccessible(page)
})
