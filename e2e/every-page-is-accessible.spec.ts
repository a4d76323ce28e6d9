import { adminPaths } from '#contract/admin-paths.ts'
import { paths } from '#contract/paths.ts'
import { isThorough } from '#product-api/testing/thoroughness.ts'
import { expectAccessible, expectAccessibleEverywhere } from './support/accessibility.ts'
import { admin, siteUrl } from './support/address.ts'
import { htmlErrors } from './support/html-checker.ts'
import { watchShifts } from './support/layout-shift.ts'
import { expect, signIn, signUp, somebody, test } from './support/people.ts'
import { everyRoute } from './support/site-content.ts'
import { startSlowDelivery } from './support/slow-response.ts'
import { someStories } from './support/stories.ts'

const { subscriberExport: _, ...desks } = adminPaths
const signedInRoutes = [
  ...Object.values(desks),
  ...[
    paths.home,
    paths.newStory,
    paths.ownStories,
    paths.drafts,
    paths.bookmarks,
    paths.ownNewsletters,
    paths.accountSecurity,
  ],
  paths.newPublication,
]

/** Recharts gives its lines and boxes attributes that SVG does not know, Quill keeps empty choices of colours. */
const drawnByLibraries = '.recharts-wrapper, .ql-tooltip select'

/** Splits the pages among this many tests, so that workers can share them. */
const shares = 4
const shareOf = (routes: readonly string[], share: number) => routes.filter((_, index) => index % shares === share)

for (let share = 0; share < shares; share++) {
  test(`every page is accessible, silent and as wide as the screen, and says the same without scripts (${share + 1} of ${shares})`, async ({
    page,
    browser,
    request,
  }) => {
    test.setTimeout(180_000)
    const noises: string[] = []
    page.on('console', (message) => {
      // The browser itself reports the status of a page that is meant to answer 404.
      if (message.type() === 'error' && !message.text().includes('status of 404'))
        noises.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (fault) => noises.push(`${page.url()}: ${fault.message}`))
    const withoutScripts = await browser.newPage({ javaScriptEnabled: false, baseURL: siteUrl })
    for (const route of shareOf(await everyRoute(request), share)) {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto(route)
      await expect(page.getByRole('main'), route).toBeVisible()
      await expectAccessibleEverywhere(page)
      await withoutScripts.goto(route)
      await expect(withoutScripts.getByRole('heading', { level: 1 }), route).toBeVisible()
    }
    await withoutScripts.close()
    expect(noises).toEqual([])
  })
}

test('a page that is not accessible would be seen', async ({ page }) => {
  await page.goto('/about-us')
  await page.locator('main').evaluate((main) => main.append(document.createElement('img')))
  await expect(expectAccessible(page)).rejects.toThrow('image-alt')
})

test('nothing moves on a page that arrives piece by piece', async ({ page, request }) => {
  using line = await startSlowDelivery(siteUrl)
  const [story] = await someStories(request, 1)
  const shifts = await watchShifts(page)
  // A front page and a story; a page that is shorter than the window, and the Sudoku's board with its tools beside it.
  const routesAt = { 360: [paths.home, `/article/${story?.slug}`], 1280: [paths.newsletters, paths.sudoku] }
  for (const width of [360, 1280] as const) {
    await page.setViewportSize({ width, height: 720 })
    for (const route of isThorough ? Object.values(routesAt).flat() : routesAt[width]) {
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
  expectValid(pages)
})

for (let share = 0; share < shares; share++) {
  test(`every page of an administrator is accessible, as wide as the screen and valid HTML, as its scripts have made it (${share + 1} of ${shares})`, async ({
    page,
    context,
    browser,
  }) => {
    test.setTimeout(180_000)
    const other = await browser.newContext()
    await signUp(other, somebody({ name: 'A'.repeat(90) }))
    await other.close()
    await signIn(context, admin)
    const pages: { name: string; html: string }[] = []
    for (const route of shareOf(signedInRoutes, share)) {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto(route, { waitUntil: 'networkidle' })
      await expect(page.getByRole('main'), route).toBeVisible()
      await expect(page.getByText(/^(Loading…|Preparing the page for you\.)$/), route).toHaveCount(0)
      await expectAccessibleEverywhere(page)
      const html = await page.evaluate((drawn) => {
        const copy = document.documentElement.cloneNode(true) as HTMLElement
        for (const part of copy.querySelectorAll(drawn)) part.remove()
        return `<!doctype html>${copy.outerHTML}`
      }, drawnByLibraries)
      pages.push({ name: route, html })
    }
    expectValid(pages)
  })
}

function expectValid(pages: readonly { name: string; html: string }[]): void {
  const errors = htmlErrors(pages)
  test.skip(errors === undefined, 'there is no Java on this machine to run the HTML checker')
  expect(errors).toEqual([])
}
