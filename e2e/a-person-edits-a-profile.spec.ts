import { expectAccessible, expectAccessibleEverywhere } from './support/accessibility.ts'
import { siteUrl } from './support/address.ts'
import { watchShifts } from './support/layout-shift.ts'
import { linkIn, mailTo } from './support/mails.ts'
import { expect, signedIn, signIn, somebody, test } from './support/people.ts'
import { aPicture } from './support/pictures.ts'
import { aStory } from './support/site-content.ts'
import { aPublishedStory } from './support/stories.ts'

async function ownUuid({ request }: { request: { get(path: string): Promise<{ json(): Promise<unknown> }> } }) {
  return ((await (await request.get('/api/users/current_user')).json()) as { uuid: string }).uuid
}

test('edits the profile: it is said to be saved beside the button, strangers see it immediately, search engines don’t list it', async ({
  page,
  context,
  playwright,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await signedIn(context)
  const uuid = await ownUuid(context)
  const stranger = await playwright.request.newContext({ baseURL: siteUrl })
  expect(await (await stranger.get(`/profile/${uuid}`)).text()).not.toContain('Ada Byron')
  await page.goto(`/profile/${uuid}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Byron')
  await page.getByLabel(/about you|bio/i).fill('Writes about engines.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Ada Byron' })).toBeVisible()
  const seen = await (await stranger.get(`/profile/${uuid}`)).text()
  expect(seen).toContain('Ada Byron')
  expect(seen).toContain('Writes about engines.')
  // A person without published stories is for those who have the address.
  expect(seen).toContain('<meta name="robots" content="noindex, follow"/>')
  await stranger.dispose()
})

test('sees faults at their fields and loses nothing typed, uploads a picture, and takes it away again', async ({
  page,
  context,
  request,
}) => {
  const person = await signedIn(context)
  const uuid = await ownUuid(context)
  await page.goto(`/profile/${uuid}`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const picture = page.getByLabel('Image URL')
  await name.fill('A name\u202ethat turns around')
  await picture.fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(picture).toHaveAttribute('aria-invalid', 'true')
  await expect(picture).toHaveValue('javascript:alert(1)')
  await expectAccessible(page)

  await name.fill(person.name)
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await aPicture() })
  await expect(picture).toHaveValue(/^\/uploads\//)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const seen = async () => (await request.get(`/profile/${uuid}`)).text()
  // Scaled to the size at which it is shown.
  expect(await seen()).toMatch(/<img src="\/uploads\/[0-9a-f]{32}-480x300\.webp"/)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(seen).not.toContain('/uploads/')
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

test('sees all sessions, ends one and then all from another device; what was typed where it ended stays', async ({
  page,
  context,
  browser,
}) => {
  const person = await signedIn(context)
  const elsewhere = await browser.newContext()
  await signIn(elsewhere, person)
  await page.goto('/account/security')
  await expect(page.getByText('This device')).toBeVisible()
  await page
    .getByRole('button', { name: /^Log out(?! everywhere)/ })
    .first()
    .click()
  await expect.poll(async () => (await elsewhere.request.get('/api/users/current_user')).json()).toEqual({})

  await page.goto(`/profile/${await ownUuid(context)}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before the end')
  await signIn(elsewhere, person)
  const there = await elsewhere.newPage()
  await there.goto('/account/security')
  await expect(there.getByText('This device')).toBeVisible()
  await there.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(there).toHaveURL(/\/users\/login/)
  expect(await (await elsewhere.request.get('/api/users/current_user')).json()).toEqual({})
  await elsewhere.close()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: /No token found|log in/i })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Typed before the end')
  expect(await (await context.request.get('/api/users/current_user')).json()).toEqual({})
})

test('a visitor is asked to log in, comes back to the author, follows them and unfollows again', async ({
  page,
  context,
  request,
}) => {
  const person = await signedIn(context)
  await context.clearCookies()
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
  // The button changes before the server has answered.
  const followed = page.waitForResponse((answer) => answer.url().endsWith('/api/newsletters/subscribe'))
  await page.getByRole('button', { name: 'Follow Author', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unfollow Author' })).toBeVisible()
  await followed
  await page.reload()
  await page.getByRole('button', { name: 'Unfollow Author' }).click()
  await expect(page.getByRole('button', { name: 'Follow Author', exact: true })).toBeVisible()
  await expectAccessible(page)
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

// The other pages of an account: every-page-is-sound.spec.ts.
test('finds newsletters and security on pages of their own; the profile is accessible at every width, light and dark', async ({
  page,
  context,
}) => {
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
  await expect(page.getByText('Show my email on my profile')).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('the number of followers is the person’s own until they show it; one’s own profile leads on', async ({
  page,
  context,
  request,
}) => {
  await signedIn(context)
  const uuid = await ownUuid(context)
  const name = `Harbour Notes ${uuid.slice(-6)}`
  expect((await context.request.post('/api/publications', { data: { name } })).status()).toBe(200)
  await page.goto(`/profile/${uuid}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Only you can see how many people follow you.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Your stories' })).toHaveAttribute('href', '/my-stories')
  await expect(main.getByRole('link', { name, exact: true })).toBeVisible()
  await expectAccessible(page)
  const seen = async () => (await request.get(`/profile/${uuid}`)).text()
  expect(await seen()).not.toContain('No followers yet')
  await page.getByLabel('Show how many people follow me').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect.poll(seen).toContain('No followers yet')
})
