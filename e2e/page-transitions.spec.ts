import { expect, type Page, test } from '@playwright/test'
import { siteUrl } from './support/address.ts'
import { prerenderingTab } from './support/prerender.ts'

const list = '/articles/all'

test('a story that is opened from a list grows out of its row', async ({ page }) => {
  await noteTransitions(page)
  // A busy browser may drop a change that it was asked for, and show the story at once: until it makes one.
  const turned = async () => {
    await openFirstStory(page)
    return transition(page)
  }
  await expect.poll(turned).toEqual({ names: ['turned-picture', 'turned-title'] })
  expect(await page.evaluate(() => sessionStorage.getItem('was-asked'))).toBe('yes')
  await page.goBack()
  await expect(page).toHaveURL(list)
})

test('whoever wants no motion, or has a slow device, gets the story without it', async ({ page }) => {
  await noteTransitions(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openFirstStory(page)
  expect(await transition(page)).toEqual({ names: [] })

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(() => sessionStorage.setItem('page-turn', 'slow'))
  await openFirstStory(page)
  expect(await transition(page)).toEqual({ names: [] })
  // It is not even requested, because its answer would delay the story.
  expect(await page.evaluate(() => sessionStorage.getItem('was-asked'))).toBe('no')
})

test('a device that took long to turn a page opens the next ones at once', async () => {
  await using tab = await prerenderingTab()
  const { page, hoverUntilPrerendering } = tab
  await page.emulateCPUThrottling(20)
  const hasStory = () => location.pathname.startsWith('/article/') && performance.getEntriesByType('paint').length > 0
  // A busy browser may drop this change, too: until it makes one.
  const kept = async () => {
    await page.goto(siteUrl + list, { waitUntil: 'networkidle0' })
    await hoverUntilPrerendering('main [data-story-link]')
    await page.click('main [data-story-link]')
    await expect.poll(() => page.evaluate(hasStory).catch(() => false), { timeout: 30_000 }).toBe(true)
    return page.evaluate(() => sessionStorage.getItem('page-turn'))
  }
  await expect.poll(kept, { timeout: 60_000 }).toBe('slow')
})

/** Notes the parts that take part in the last change of pages. */
async function noteTransitions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('pageswap', (event) => {
      const { viewTransition } = event as unknown as { viewTransition: object | null }
      sessionStorage.setItem('was-asked', viewTransition ? 'yes' : 'no')
    })
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as unknown as { viewTransition: { ready: Promise<void> } | null }
      const note = (names: string[]) => document.documentElement.setAttribute('data-parts', names.join(' '))
      if (!viewTransition) return note([])
      void viewTransition.ready.then(() => {
        const animated = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
        const names = animated.flatMap((pseudo) => /^::view-transition-group\((.*)\)$/.exec(pseudo)?.[1] ?? [])
        note([...new Set(names)].sort())
      })
    })
  })
}

async function openFirstStory(page: Page): Promise<void> {
  await page.goto(list)
  // A page that was never painted has no transition.
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await page.locator('main [data-story-link]').first().click()
  await expect(page).toHaveURL(/\/article\//)
}

async function transition(page: Page): Promise<{ names: string[] }> {
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-parts')
  return { names: ((await root.getAttribute('data-parts')) ?? '').split(' ').filter(Boolean) }
}
