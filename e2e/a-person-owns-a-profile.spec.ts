import { expectAccessible, expectSoundEverywhere } from './support/accessibility.ts'
import { admin, siteUrl } from './support/address.ts'
import { watchShifts } from './support/layout-shift.ts'
import { linkIn, mailTo } from './support/mails.ts'
import { expect, signedIn, signIn, signUp, somebody, test } from './support/people.ts'
import { aPicture } from './support/pictures.ts'
import { aStory } from './support/site-content.ts'
import { aPublishedStory } from './support/stories.ts'

async function ownUuid({ request }: { request: { get(path: string): Promise<{ json(): Promise<unknown> }> } }) {
  return ((await (await request.get('/api/users/current_user')).json()) as { uuid: string }).uuid
}

test('edits the profile, and strangers see it immediately', async ({ page, context, playwright }) => {
  await signedIn(context)
  const uuid = await ownUuid(context)
  const stranger = await playwright.request.newContext({ baseURL: siteUrl })
  expect(await (await stranger.get(`/profile/${uuid}`)).text()).not.toContain('Ada Byron')
  await page.goto(`/profile/${uuid}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Byron')
  await page.getByLabel(/about you|bio/i).fill('Writes about engines.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ada Byron' })).toBeVisible()
  const seen = await (await stranger.get(`/profile/${uuid}`)).text()
  expect(seen).toContain('Ada Byron')
  expect(seen).toContain('Writes about engines.')
  await stranger.dispose()
})

test('uploads a picture, and takes it away again', async ({ page, context, request }) => {
  await signedIn(context)
  const uuid = await ownUuid(context)
  await page.goto(`/profile/${uuid}`)
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await aPicture() })
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/uploads\//)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const seen = async () => (await request.get(`/profile/${uuid}`)).text()
  // As small as it is shown.
  expect(await seen()).toMatch(/<img src="\/uploads\/[0-9a-f]{32}-480x300\.webp"/)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(seen).not.toContain('/uploads/')
})

test('a person without published stories is not listed by search engines', async ({ context }) => {
  await signedIn(context)
  const html = await (await context.request.get(`/profile/${await ownUuid(context)}`)).text()
  expect(html).toContain('<meta name="robots" content="noindex, follow"/>')
})

test('faults are shown at their fields, and nothing typed is lost', async ({ page, context }) => {
  await signedIn(context)
  await page.goto(`/profile/${await ownUuid(context)}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A name\u202ethat turns around')
  await page.getByLabel(/image/i).fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(/image/i)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(/image/i)).toHaveValue('javascript:alert(1)')
  await expectAccessible(page)
})

test('another email counts once the new address has confirmed it; the old one is told', async ({ page, context }) => {
  const person = await signedIn(context)
  const next = somebody().email
  await page.goto(`/profile/${await ownUuid(context)}`)
  await page.getByLabel('Email', { exact: true }).first().fill(next)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await mailTo(person.email, /about to change/i)
  const me = () => context.request.get('/api/users/current_user').then((answer) => answer.json())
  expect(await me()).toMatchObject({ email: person.email, pending_email: next })
  await page.goto(linkIn(await mailTo(next, /./), /\/confirm-email\//))
  expect(await me()).toMatchObject({ email: person.email })
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('status').filter({ hasText: /confirmed|changed/i })).toBeVisible()
  expect(await me()).toMatchObject({ email: next, pending_email: null, email_proven: true })
})

test('a session that is ended elsewhere ends here, and what was typed stays', async ({ page, context, browser }) => {
  const person = await signedIn(context)
  await page.goto(`/profile/${await ownUuid(context)}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before the end')
  const elsewhere = await browser.newContext()
  await signIn(elsewhere, person)
  await elsewhere.request.delete('/api/users/sessions')
  await elsewhere.close()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: /No token found|sign in/i })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Typed before the end')
})

test('sees all sessions and ends the others', async ({ page, context, browser }) => {
  const person = await signedIn(context)
  const elsewhere = await browser.newContext()
  await signIn(elsewhere, person)
  await page.goto('/account/security')
  await expect(page.getByText('This device')).toBeVisible()
  await page
    .getByRole('button', { name: /^Sign out(?! everywhere)/ })
    .first()
    .click()
  await expect.poll(async () => (await elsewhere.request.get('/api/users/current_user')).json()).toEqual({})
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/users\/login/)
  expect(await (await context.request.get('/api/users/current_user')).json()).toEqual({})
  await elsewhere.close()
})

test('follows an author and unfollows again', async ({ page, context, request }) => {
  await signedIn(context)
  const { author_uuid } = await aStory(request)
  await page.goto(`/profile/${author_uuid}`)
  // The button shows what is wanted before the server has heard of it.
  const followed = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Follow Author', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unfollow Author' })).toBeVisible()
  await followed
  await page.reload()
  await page.getByRole('button', { name: 'Unfollow Author' }).click()
  await expect(page.getByRole('button', { name: 'Follow Author', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('an address that its owner hides is for the owner and administrators', async ({ page, context, browser }) => {
  const person = await signedIn(context)
  const address = `/profile/${await ownUuid(context)}`
  await page.goto(address)
  await expect(page.getByRole('main').getByText(person.email).first()).toBeVisible()
  const [reader, operator] = [
    await browser.newContext({ baseURL: siteUrl }),
    await browser.newContext({ baseURL: siteUrl }),
  ]
  await signedIn(reader)
  await signIn(operator, admin)
  expect(await (await reader.request.get(`/api/users${address}`)).json()).toMatchObject({ email: null })
  const seen = await operator.newPage()
  await seen.goto(address)
  await expect(seen.getByText('Only administrators see this address.')).toBeVisible()
  await expect(seen.getByText(person.email)).toBeVisible()
  for (const other of [reader, operator]) await other.close()
})

test('a visitor is asked to log in, and comes back to the author', async ({ page, context, request }) => {
  const person = await signUp(context)
  const { author_uuid } = await aStory(request)
  await page.goto(`/profile/${author_uuid}`)
  await expect(page.getByRole('button', { name: /Follow/ })).toHaveCount(0)
  await page
    .getByRole('main')
    .getByRole('link', { name: /log in/i })
    .click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`/profile/${author_uuid}`)
  await expect(page.getByRole('button', { name: 'Follow Author', exact: true })).toBeVisible()
})

test('says that it is saved beside the button', async ({ page, context }) => {
  await signedIn(context)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`/profile/${await ownUuid(context)}`)
  await page.getByLabel(/about you/i).fill('Counts lamps.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport()
})

test('shows the latest stories first, and all of them one link away; nothing moves', async ({ page, context }) => {
  await signedIn(context)
  for (let written = 0; written < 4; written++) await aPublishedStory(context)
  const address = `/profile/${await ownUuid(context)}`
  await page.goto('/about-us')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userData'))).not.toBeNull()
  const shifts = await watchShifts(page)
  await page.goto(address)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible()
  expect(await shifts.moved()).toBeLessThan(0.005)
  const rows = page.getByRole('region', { name: 'Stories' }).getByRole('article')
  await expect(rows.filter({ visible: true })).toHaveCount(3)
  await page.getByRole('link', { name: 'Show all your stories' }).click()
  await expect(rows.filter({ visible: true })).toHaveCount(4)
})

test('finds newsletters and security on pages of their own', async ({ page, context }) => {
  const { email } = await signedIn(context)
  await context.request.post('/api/newsletters/subscribe', { data: { email, category: 'fiction' } })
  const address = `/profile/${await ownUuid(context)}`
  await page.goto(address)
  const own = page.getByRole('navigation', { name: 'Your account' })
  await own.getByRole('link', { name: 'Newsletters' }).click()
  await expect(page.getByText('Fiction, weekly')).toBeVisible()
  await page.getByRole('button', { name: 'Unsubscribe: Fiction, weekly' }).click()
  await expect(page.getByText(/You don’t have any newsletters yet/)).toBeVisible()
  await own.getByRole('link', { name: 'Security' }).click()
  await expect(own.locator('[aria-current=page]')).toHaveText('Security')
  await expect(page.getByText('This device')).toBeVisible()
  await own.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(address)
})

test('is redirected from account pages without a session', async ({ request, context }) => {
  for (const path of ['/account/newsletters', '/account/security']) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([answer.status(), new URL(String(answer.headers().location), siteUrl).pathname]).toEqual([307, '/'])
  }
  await signedIn(context)
  const stranger = await (await context.request.get(`/profile/${(await aStory(context.request)).author_uuid}`)).text()
  expect(stranger).not.toContain('Edit profile')
})

// The other pages of an account: every-page-is-sound.spec.ts.
test('one’s own profile is accessible at every width, light and dark', async ({ page, context }) => {
  await signedIn(context)
  await page.goto(`/profile/${await ownUuid(context)}`)
  await expect(page.getByText('Show my email on my profile')).toBeVisible()
  await expectSoundEverywhere(page)
})
