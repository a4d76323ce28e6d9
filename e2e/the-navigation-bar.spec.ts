import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, expectSoundEverywhere } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { watchShifts } from './support/layout-shift.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'
import { stories } from './support/site-content.ts'
import { wakePage } from './support/wake-page.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const openMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' }).click()

test('costs a visitor no call, and leads to the log-in and back', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/') && calls.push(request.url())))
  await page.goto('/about-us')
  await page.waitForLoadState('networkidle')
  await wakePage(page)
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/users/login?next=%2Fabout-us')
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
})

test('is painted immediately from the stored state, and nothing moves', async ({ page, context }) => {
  await signedIn(context)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  const shifts = await watchShifts(page)
  // The answer takes its time: what is seen meanwhile is what was remembered.
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/users/current_user', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/about-us')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  answer()
  await page.waitForLoadState('networkidle')
  expect(await shifts.moved()).toBeLessThan(0.005)
})

test('forgets who was signed in when the session is over', async ({ page, context }) => {
  const stored = (name: string) => page.evaluate((key) => localStorage.getItem(key), name)
  await signedIn(context)
  await page.goto('/')
  await expect.poll(() => stored('userData')).not.toBeNull()
  await page.evaluate(() => localStorage.setItem('token', 'from an older version'))
  await context.request.delete('/api/users/sessions', { headers: {} })
  await context.addCookies([{ name: 'signed_in', value: '1', url: page.url() }])
  await page.reload()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  // The answer takes the cookie with its headers; what is stored goes once its body has been read.
  for (const name of ['userData', 'token']) await expect.poll(() => stored(name)).toBeNull()
})

test('offers a new story in the right place', async ({ page, context, request }) => {
  await signedIn(context)
  const publication = (await stories(request)).find((story) => story.publication_slug)?.publication_slug
  const button = page.getByRole('link', { name: 'New Story' })
  await page.goto('/')
  await expect(button).toHaveAttribute('href', '/new-story')
  await page.goto(`/publication/${publication}`)
  await expect(button).toHaveAttribute('href', `/publication/${publication}/new-story`)
  await page.goto('/new-story')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await expect(button).toHaveCount(0)
})

test('has a menu with everything that is one’s own, by keyboard alone', async ({ page, context }) => {
  await signedIn(context)
  const { uuid } = (await (await context.request.get('/api/users/current_user')).json()) as { uuid: string }
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Account menu' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(menuOf(page).getByRole('link', { name: 'Profile Details' })).toBeFocused()
  const entries = [
    ['Profile Details', `/profile/${uuid}`],
    ['Drafted Stories', '/drafted-stories'],
    ['Bookmarked Stories', '/bookmarks'],
    ['New Publication', '/publication/new'],
  ] as const
  for (const [name, href] of entries)
    await expect(menuOf(page).getByRole('link', { name })).toHaveAttribute('href', href)
  for (const name of ['Admin Dashboard', 'Create Podcasts', 'List Podcasts']) {
    await expect(menuOf(page).getByRole('link', { name })).toHaveCount(0)
  }
  await expectAccessible(page)
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(menuOf(page).getByRole('link', { name: 'Profile Details' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menuOf(page).getByRole('link', { name: 'Drafted Stories' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(menuOf(page).getByRole('link', { name: 'Profile Details' })).toBeHidden()
})

test('shows administrators their rooms', async ({ page, context }) => {
  await signIn(context, admin)
  await page.goto('/')
  await openMenu(page)
  await expect(menuOf(page).getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin-dashboard')
  await expect(menuOf(page).getByRole('link', { name: 'Create Podcasts' })).toHaveAttribute('href', '/create-podcast')
  await expect(menuOf(page).getByRole('link', { name: 'List Podcasts' })).toHaveAttribute('href', '/podcasts')
})

test('leads to every topic on a phone, and marks the current one', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/')
  await menuOf(page).getByRole('link', { name: 'Essays' }).click()
  await expect(page).toHaveURL('/articles/books')
  await expect(menuOf(page).locator('[aria-current=page]')).toHaveText('Essays')
  await expect(menuOf(page).getByRole('link', { name: 'Essays' })).toBeInViewport()
  await menuOf(page).getByRole('link', { name: 'Sudoku' }).click()
  await expect(page).toHaveURL(/\/sudoku/)
  // The server says it: crawlers run no scripts.
  expect(await (await request.get('/books')).text()).toMatch(/<a href="\/books" aria-current="page"/)
})

test('has no hole on the search page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/search')
  await expect(menuOf(page).getByRole('link', { name: 'Search' })).toHaveAttribute('aria-current', 'page')
  await expect(menuOf(page).getByRole('searchbox')).toHaveCount(0)
})

test('keeps its menu within the page’s edge', async ({ page, context }) => {
  await signedIn(context)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/about-us')
    await openMenu(page)
    const menu = page.locator('#account-panel > div')
    await expect(menu).toBeVisible()
    const box = await menu.boundingBox()
    const edge = await page
      .getByRole('contentinfo')
      .locator('> div')
      .evaluate((footer) => {
        const { right } = footer.getBoundingClientRect()
        return right - Number.parseFloat(getComputedStyle(footer).paddingInlineEnd)
      })
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(Math.round(edge))
    expect(box?.x).toBeGreaterThanOrEqual(0)
  }
})

const setLetterSpacing = (page: Page, space: string) =>
  page.evaluate((given) => {
    document.documentElement.style.letterSpacing = given
  }, space)

const longName = 'Bartholomew-Alexander Featherstonehaugh-Cholmondeley'

for (const who of ['a person with a long name', 'an admin'] as const) {
  test(`fits and is accessible at every width, light and dark, ${who}`, async ({ page, context }) => {
    if (who === 'an admin') await signIn(context, admin)
    else await signedIn(context, { name: longName })
    await page.goto('/')
    await openMenu(page)
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    for (let width = 320; width <= 1280; width += 32) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page)
    }
    // Widens the letters: a reader's system may have a wider face than this machine's.
    await setLetterSpacing(page, '0.06em')
    for (const width of [320, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page)
    }
    await setLetterSpacing(page, '')
    await expectSoundEverywhere(page)
    await expect(menuOf(page).getByRole('link', { name: 'New Story' })).toBeVisible()
  })
}
