import type { Page } from '@playwright/test'
import { isHydrated } from './support/hydration.ts'
import { expect, signedIn, test } from './support/people.ts'
import { aStory } from './support/site-content.ts'

const ownScript = /^\/page-[\w-]{22}\.js$/

/** The files of Next's client that a page has requested. */
function scriptsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname)
  })
  return asked
}

test('an untouched story runs no script but the one that waits for a touch; the first scroll loads the others', async ({
  page,
  request,
}) => {
  const { slug } = await aStory(request)
  const scripts = scriptsOf(page)
  await page.coverage.startJSCoverage()
  await page.goto(`/article/${slug}`, { waitUntil: 'networkidle' })
  const run = (await page.coverage.stopJSCoverage()).map(({ url }) => new URL(url).pathname)
  expect(scripts).toEqual([expect.stringMatching(ownScript)])
  // Scripts in the page itself have the page's address.
  expect(new Set(run)).toEqual(new Set([scripts[0], `/article/${slug}`]))
  expect(await isHydrated(page)).toBe(false)
  await page.evaluate(() => scrollTo(0, 200))
  await expect.poll(() => isHydrated(page)).toBe(true)
  expect(scripts.length).toBeGreaterThan(3)
})

test('of several choices made early, the last one stays', async ({ page }) => {
  const held = await holdScripts(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Theme and text' }).click()
  for (const name of ['Light', 'Dark', 'Sepia']) await page.getByText(name, { exact: true }).click()
  expect(await isHydrated(page)).toBe(false)
  held.release()
  await expect.poll(() => isHydrated(page)).toBe(true)
  // The early choice is replayed to the scripts in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(page.getByRole('radio', { name: 'Sepia' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'sepia')
})

test('what is typed early in the search field stays, and Down leads to the first result', async ({ page, request }) => {
  const { title } = await aStory(request)
  const held = await holdScripts(page)
  await page.goto('/search')
  const field = page.getByRole('main').getByRole('searchbox')
  await field.click()
  await page.keyboard.type(title)
  await page.keyboard.press('ArrowDown')
  expect(await isHydrated(page)).toBe(false)
  held.release()
  await expect(page.getByRole('main').getByRole('link', { name: title, exact: true })).toBeFocused()
  await expect(field).toHaveValue(title)
})

test('a key with another one held down, pressed early, is the same key later', async ({ page }) => {
  const held = await holdScripts(page)
  await page.goto('/search')
  await page.keyboard.press('Control+/')
  held.release()
  await expect.poll(() => isHydrated(page)).toBe(true)
  // With Control it belongs to the browser; alone it leads to the field.
  await expect(page.getByRole('main').getByRole('searchbox')).not.toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused()
})

test('a click on a button before its scripts load is not lost', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-write'])
  const { slug } = await aStory(request)
  const held = await holdScripts(page)
  await page.goto(`/article/${slug}`)
  await page.getByRole('button', { name: 'Share' }).click()
  expect(await isHydrated(page)).toBe(false)
  held.release()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
})

test('a button whose picture comes while it is pressed is pressed all the same', async ({ page, context }) => {
  await signedIn(context)
  const given = { profileImage: '/covers/author-ines-moreau.webp' }
  expect((await context.request.post('/api/users/update-profile', { data: given })).status()).toBe(200)
  // From now on this browser knows the picture, and React shows it at once.
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Account menu' }).locator('img')).toBeVisible()

  const held = await holdScripts(page)
  await page.goto('/about-us')
  await page.getByRole('button', { name: 'Account menu' }).hover()
  await page.mouse.down()
  expect(await isHydrated(page)).toBe(false)
  held.release()
  await expect.poll(() => isHydrated(page)).toBe(true)
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
})

test('a form that is filled in and submitted early is sent', async ({ page }) => {
  const held = await holdScripts(page)
  await page.goto('/about-us')
  const form = page.getByRole('contentinfo')
  await form.getByRole('textbox').fill('someone-quick@example.org')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && !/\/reads\//.test(request.url()))
  await form.getByRole('button', { name: /subscribe/i }).click()
  expect(await isHydrated(page)).toBe(false)
  held.release()
  await sent
})

test('the link to the log-in leads back before any script loads', async ({ page }) => {
  await holdScripts(page)
  await page.goto('/about-us')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/users/login?next=%2Fabout-us')
})

test('the press of a link reaches React only once it has taken over the page', async ({ page }) => {
  const held = await holdScripts(page)
  await page.goto('/about-us')
  // React listens at the document.
  await page.evaluate(() => {
    const body = document.body
    for (const part of ['pointerdown', 'mousedown', 'mouseup', 'click'])
      document.addEventListener(
        part,
        () => body.setAttribute('data-heard', `${body.dataset.heard ?? ''} ${part}`),
        true,
      )
    addEventListener('click', (event) => event.preventDefault(), true)
  })
  const link = page.getByRole('contentinfo').getByRole('link').first()
  const heard = () => page.locator('body').getAttribute('data-heard')
  await link.click()
  expect(await heard()).toBeNull()
  await page.getByRole('main').getByRole('heading').first().click()
  expect(await heard()).toBe(' pointerdown mousedown mouseup click')
  held.release()
  await expect.poll(() => isHydrated(page)).toBe(true)
  await link.click()
  expect(await heard()).toBe(' pointerdown mousedown mouseup click'.repeat(2))
})

test('scripts that do not come leave links as they are', async ({ page, request }) => {
  const story = await aStory(request)
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: story.title }).first().click()
  await expect(page).toHaveURL(`/article/${story.slug}`)
})

test('scripts that are lost on the way are asked for once more', async ({ page }) => {
  const lost = new Set<string>()
  await page.route('**/_next/static/**/*.js', (route) => {
    const url = route.request().url()
    if (lost.has(url)) return route.continue()
    lost.add(url)
    return route.abort('connectionreset')
  })
  await page.goto('/about-us')
  const form = page.getByRole('contentinfo')
  await form.getByRole('textbox').fill('someone-on-a-train@example.org')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && !/\/reads\//.test(request.url()))
  await form.getByRole('button', { name: /subscribe/i }).click()
  expect((await sent).isNavigationRequest()).toBe(false)
  expect(lost.size).toBeGreaterThan(3)
})

test('a page that has become another one loads again, and keeps what was typed', async ({ page }) => {
  const typed = Promise.withResolvers<void>()
  let gone = 1
  await page.route('/start-data/**', async (route) => {
    if (gone-- <= 0) return route.continue()
    // The first letter asks for the data; a page that goes in the middle of a word takes the rest from Playwright.
    await typed.promise
    await route.fulfill({ status: 404 })
  })
  await page.goto('/about-us')
  const field = page.getByRole('contentinfo').getByRole('textbox')
  const again = page.waitForEvent('load')
  await field.fill('someone-slow@example.org')
  typed.resolve()
  await again
  await expect.poll(() => isHydrated(page)).toBe(true)
  await expect(field).toHaveValue('someone-slow@example.org')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && !/\/reads\//.test(request.url()))
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /subscribe/i })
    .click()
  expect((await sent).postData()).toContain('someone-slow@example.org')
})

test('a page that becomes another one each time loads again only once, and its forms work', async ({ page }) => {
  let asked = 0
  await page.route('/start-data/**', (route) => {
    asked++
    return route.fulfill({ status: 404 })
  })
  await page.goto('/about-us')
  const form = page.getByRole('contentinfo')
  await form.getByRole('textbox').fill('someone-unlucky@example.org')
  await expect.poll(() => asked).toBe(2)
  await expect(form.getByRole('textbox')).toHaveValue('someone-unlucky@example.org')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && !/\/reads\//.test(request.url()))
  await form.getByRole('button', { name: /subscribe/i }).click()
  expect((await sent).isNavigationRequest()).toBe(true)
})

test('a page without its data, lost on the way, asks for them once more', async ({ page }) => {
  let asked = 0
  await page.route('/start-data/**', (route) => (asked++ === 0 ? route.abort('connectionreset') : route.continue()))
  await page.goto('/about-us')
  await page.mouse.move(10, 10)
  await page.mouse.move(20, 20)
  await expect.poll(() => isHydrated(page)).toBe(true)
  expect(asked).toBe(2)
})

/** Scripts of the build wait until they are released: anything that happens earlier happens without them. */
async function holdScripts(page: Page): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  return { release }
}

test('a page that the browser has translated stays translated when it is touched', async ({ page, request }) => {
  const { slug } = await aStory(request)
  await page.goto(`/article/${slug}`, { waitUntil: 'networkidle' })
  // Browsers put each text into elements of their own.
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found.filter(({ data, parentElement }) => data.trim() && parentElement?.tagName !== 'SCRIPT')) {
      const outer = document.createElement('font')
      outer.appendChild(document.createElement('font')).textContent = text.data.toUpperCase()
      text.replaceWith(outer)
    }
  })
  const read = ['main h1', '#story', '#read-next', '[aria-label="Main"] ul', '[aria-label="Footer"]']
  const textsOf = () => Promise.all(read.map((part) => page.locator(part).textContent()))
  const translated = await textsOf()
  expect(translated.join('')).toBe(translated.join('').toUpperCase())
  await page.mouse.wheel(0, 100)
  await expect.poll(() => isHydrated(page)).toBe(true)
  expect(await textsOf()).toEqual(translated)
})
