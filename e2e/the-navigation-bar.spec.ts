import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere, expectNoOverflow } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { hydratePage } from './support/hydration.ts'
import { watchShifts } from './support/layout-shift.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const openMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' }).click()

test('costs a visitor no call, and leads to the log-in and back', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/') && calls.push(request.url())))
  await page.goto('/about-us')
  await page.waitForLoadState('networkidle')
  await hydratePage(page)
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/users/login?next=%2Fabout-us')
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
})

test('is painted immediately from the stored state, and nothing moves', async ({ page, context }) => {
  await signedIn(context)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  const shifts = await watchShifts(page)
  // The answer is delayed; meanwhile the bar shows the stored state.
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

test('leads to every topic on a phone, and marks the current one', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/')
  await menuOf(page).getByRole('link', { name: 'Book essays' }).click()
  await expect(page).toHaveURL('/articles/books')
  await expect(menuOf(page).locator('[aria-current=page]')).toHaveText('Book essays')
  await expect(menuOf(page).getByRole('link', { name: 'Book essays' })).toBeInViewport()
  await menuOf(page).getByRole('link', { name: 'Sudoku' }).click()
  await expect(page).toHaveURL(/\/sudoku/)
  // The server says it: crawlers run no scripts.
  expect(await (await request.get('/books')).text()).toMatch(/<a href="\/books" aria-current="page"/)
})

test('a menu whose script does not load says so in its place, and loads when it is asked for again', async ({
  page,
  context,
}) => {
  await signedIn(context)
  await page.route('**/_next/static/**/*.js', async (route) => {
    const answer = await route.fetch()
    if ((await answer.text()).includes('account-publications')) await route.abort()
    else await route.fulfill({ response: answer })
  })
  await page.goto('/about-us')
  await openMenu(page)
  await expect(page.getByText('The menu couldn’t be loaded.')).toBeVisible()
  await expectMenuWithinPage(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Profile Details' })).toBeFocused()
})

async function expectMenuWithinPage(page: Page): Promise<void> {
  const menu = page.locator('#account-panel')
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

const setLetterSpacing = (page: Page, space: string) =>
  page.evaluate((given) => {
    document.documentElement.style.letterSpacing = given
  }, space)

const longName = 'Bartholomew-Alexander Featherstonehaugh-Cholmondeley'

for (const who of ['a person with a long name', 'an admin'] as const) {
  test(`fits, keeps its menu within the page’s edge and is accessible at every width, light and dark, ${who}`, async ({
    page,
    context,
  }) => {
    if (who === 'an admin') await signIn(context, admin)
    else await signedIn(context, { name: longName })
    // A page of text: the open menu would cover a part of a button, and axe would measure the rest.
    await page.goto('/about-us')
    await openMenu(page)
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    for (let width = 320; width <= 1280; width += 32) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page)
      if (width === 320 || width === 1280) await expectMenuWithinPage(page)
    }
    // Widens the letters: a reader's system may have a wider face than this machine's.
    await setLetterSpacing(page, '0.06em')
    for (const width of [320, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page)
    }
    await setLetterSpacing(page, '')
    await expectAccessibleEverywhere(page)
    await expect(menuOf(page).getByRole('link', { name: 'New Story' })).toBeVisible()
  })
}
