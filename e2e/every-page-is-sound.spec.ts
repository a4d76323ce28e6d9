import { deskPaths } from '#contract/desk-paths.ts'
import { paths } from '#contract/paths.ts'
import { expectAccessible } from './support/accessibility.ts'
import { admin, siteUrl } from './support/address.ts'
import { htmlErrors } from './support/html-checker.ts'
import { watchShifts } from './support/layout-shift.ts'
import { expect, signIn, test } from './support/people.ts'
import { everyRoute } from './support/site-content.ts'
import { startSlowDelivery } from './support/slow-delivery.ts'
import { someStories } from './support/stories.ts'

const { subscriberExport: _, ...desks } = deskPaths
const signedInRoutes = [
  ...Object.values(desks),
  ...[paths.home, paths.newStory, paths.drafts, paths.bookmarks, paths.ownNewsletters, paths.accountSecurity],
  paths.newPublication,
]

/** Recharts gives its lines and boxes attributes that SVG does not know, Quill keeps empty choices of colours. */
const drawnByLibraries = '.recharts-wrapper, .ql-tooltip select'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test.describe(`every page, ${colorScheme}, ${width} pixels wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } })

      test('is accessible and silent', async ({ page, request }) => {
        test.setTimeout(180_000)
        const noises: string[] = []
        page.on('console', (message) => {
          // The browser itself reports the status of a page that is meant to answer 404.
          if (message.type() === 'error' && !message.text().includes('status of 404'))
            noises.push(`${page.url()}: ${message.text()}`)
        })
        page.on('pageerror', (fault) => noises.push(`${page.url()}: ${fault.message}`))
        for (const route of await everyRoute(request)) {
          await page.goto(route)
          await expect(page.getByRole('main'), route).toBeVisible()
          await expectAccessible(page)
        }
        expect(noises).toEqual([])
      })
    })
  }
}

test('a page that is not accessible would be seen', async ({ page }) => {
  await page.goto('/about-us')
  await page.locator('main').evaluate((main) => main.append(document.createElement('img')))
  await expect(expectAccessible(page)).rejects.toThrow('image-alt')
})

test('no page is wider than the screen', async ({ page, request }) => {
  for (const route of await everyRoute(request)) {
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      if (width === 360) await page.goto(route)
      await expect(page.getByRole('main'), route).toBeVisible()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `${route} scrolls sideways at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('nothing moves on a page that arrives piece by piece', async ({ page, request }) => {
  using line = await startSlowDelivery(siteUrl)
  const [story] = await someStories(request, 1)
  const shifts = await watchShifts(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    // A front page, a story, a page that is shorter than the window, and the Sudoku's board with its tools beside it.
    for (const route of [paths.home, `/article/${story?.slug}`, paths.newsletters, paths.sudoku]) {
      await page.goto(line.url + route)
      expect(await shifts.moved(), `${route} at ${width}`).toBeLessThan(0.005)
    }
  }
})

test('every page is valid HTML', async ({ request }) => {
  test.setTimeout(180_000)
  const pages = await Promise.all(
    (await everyRoute(request)).map(async (route) => ({ name: route, html: await (await request.get(route)).text() })),
  )
  const errors = htmlErrors(pages)
  test.skip(errors === undefined, 'there is no Java on this machine to run the HTML checker')
  expect(errors).toEqual([])
})

test('every page of an administrator is valid HTML, as its scripts have made it', async ({ page, context }) => {
  test.setTimeout(180_000)
  await signIn(context, admin)
  const pages: { name: string; html: string }[] = []
  for (const route of signedInRoutes) {
    await page.goto(route, { waitUntil: 'networkidle' })
    await expect(page.getByRole('main'), route).toBeVisible()
    const html = await page.evaluate((drawn) => {
      const copy = document.documentElement.cloneNode(true) as HTMLElement
      for (const part of copy.querySelectorAll(drawn)) part.remove()
      return `<!doctype html>${copy.outerHTML}`
    }, drawnByLibraries)
    pages.push({ name: route, html })
  }
  const errors = htmlErrors(pages)
  test.skip(errors === undefined, 'there is no Java on this machine to run the HTML checker')
  expect(errors).toEqual([])
})

test('every page says the same without scripts', async ({ browser, request }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const route of await everyRoute(request)) {
    await page.goto(route)
    await expect(page.getByRole('heading', { level: 1 }), route).toBeVisible()
  }
  await context.close()
})
