import { encode } from 'next-auth/jwt'
import { siteUrl } from './support/address.ts'
import { expect, signedIn, signUp, test } from './support/people.ts'

const forWriters = [
  '/bookmarks',
  '/drafted-stories',
  '/my-stories',
  '/my-stories/anything/readers',
  '/publication/anything/readers',
  '/my-stories/thanks',
  '/account/newsletters',
  '/account/security',
  '/new-story',
  '/publication/new',
  '/publication/anything/new-story',
  '/article/anything/edit',
  '/add-book',
]

/** The headers of a page that a person opens. */
const visit = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }

test('a writer’s pages send a logged-out visitor home', async ({ page, request }) => {
  for (const path of forWriters) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([answer.status(), new URL(answer.headers().location ?? '', siteUrl).pathname], path).toEqual([307, '/'])
  }
  await page.goto('/bookmarks')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Byte size knowledge/)
})

test('a session of a node with another secret is not valid here, and stays in the browser', async ({ context }) => {
  const token = await encode({ token: { apiToken: 'a-token', role: 'admin' }, secret: 'the secret of another node' })
  const headers = { cookie: `next-auth.session-token=${token}; signed_in=1` }
  for (const path of ['/api/users/current_user', '/api/auth/session', '/podcasts', '/users/login', '/bookmarks']) {
    const answer = await context.request.get(path, { headers, maxRedirects: 0 })
    const set = answer.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
    expect(
      set.filter(({ value }) => /session-token|signed_in/.test(value)),
      path,
    ).toEqual([])
    if (path.startsWith('/api')) expect(await answer.json()).toEqual({})
  }
})

test('with the cookie of a session that has ended, a private page leads home, and back after the log-in', async ({
  page,
  context,
}) => {
  const person = await signedIn(context)
  const cookies = await context.cookies()
  const endedSession = async () => {
    await context.addCookies(cookies)
    expect(await (await context.request.get('/api/auth/session')).json()).toEqual({})
    await context.addCookies(cookies)
  }
  expect((await context.request.post('/api/users/logout')).ok()).toBe(true)
  for (const path of forWriters) {
    await endedSession()
    const answer = await context.request.get(path, { maxRedirects: 0 })
    expect([answer.status(), new URL(answer.headers().location ?? '', siteUrl).pathname], path).toEqual([307, '/'])
    expect((await context.cookies()).filter(({ name }) => /session-token|signed_in/.test(name))).toEqual([])
  }
  await context.addCookies(cookies)
  await page.goto('/drafted-stories')
  await expect(page).toHaveURL('/')
  await page.goto('/users/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/drafted-stories')
})

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

// More such addresses: lib/session/next-path.test.ts.
test('a log-in never leads to another site', async ({ page, context }) => {
  const person = await signUp(context)
  await page.goto(`/users/login?next=${encodeURIComponent('//evil.example')}`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('/podcasts signs out a person who is not an administrator and asks to sign in', async ({ page, context }) => {
  await page.goto('/podcasts')
  await expect(page).toHaveURL(/\/users\/login/)
  await signedIn(context)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  const session = (await context.cookies()).filter(({ name }) => name.includes('session'))
  await page.goto('/podcasts')
  await expect(page).toHaveURL(/\/users\/login/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userData'))).toBeNull()
  // Not only here: the session itself has ended.
  await context.addCookies(session)
  await expect.poll(async () => (await context.request.get('/api/users/current_user')).json()).toEqual({})
})

test('/create-podcast signs out a person who is not an administrator, too', async ({ context }) => {
  const logIn = async () => {
    const answer = await context.request.get('/create-podcast', { headers: visit, maxRedirects: 0 })
    return [answer.status(), new URL(answer.headers().location ?? '', siteUrl).pathname]
  }
  expect(await logIn()).toEqual([307, '/users/login'])
  await signedIn(context)
  const session = (await context.cookies()).filter(({ name }) => name.includes('session'))
  expect(session).not.toEqual([])
  expect(await logIn()).toEqual([307, '/users/login'])
  expect((await context.cookies()).filter(({ name }) => /session-token|signed_in/.test(name))).toEqual([])
  await context.addCookies(session)
  await expect.poll(async () => (await context.request.get('/api/users/current_user')).json()).toEqual({})
})

test('only a visit signs a person out: no picture, no other site, no prefetch', async ({ context }) => {
  await signedIn(context)
  const others: Record<string, string>[] = [
    { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-dest': '' },
    { 'sec-fetch-mode': '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-purpose': 'prefetch;prerender' },
  ]
  for (const other of others) {
    const answer = await context.request.get('/podcasts', { headers: { ...visit, ...other }, maxRedirects: 0 })
    expect(answer.status()).toBe(307)
    expect(new URL(answer.headers().location ?? '', 'http://localhost').pathname).toBe('/')
    expect(answer.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')).toEqual([])
  }
  expect(await (await context.request.get('/api/users/current_user')).json()).toHaveProperty('uuid')
})

test('a picture that is a page ends no session, in a story, a profile or anywhere else', async ({ page, context }) => {
  await signedIn(context)
  await page.goto('/')
  await page.evaluate(
    (paths) =>
      Promise.all(
        paths.map(
          (path) =>
            new Promise((resolve) => {
              const picture = new Image()
              picture.onload = picture.onerror = resolve
              picture.src = path
            }),
        ),
      ),
    ['/podcasts', '/create-podcast', '/api/auth/signout', '/api/users/logout', '/api/auth/callback/credentials'],
  )
  expect(await (await context.request.get('/api/users/current_user')).json()).toHaveProperty('uuid')
  const form = { profileImage: '/podcasts' }
  expect((await context.request.post('/api/users/update-profile', { data: form })).status()).toBe(400)
})

test('a picture on a page does not count as the wanted page', async ({ context }) => {
  const headers = { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' }
  const answer = await context.request.get('/drafted-stories', { headers, maxRedirects: 0 })
  expect([answer.status(), answer.headers()['set-cookie']]).toEqual([307, undefined])
})
