import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

type Options = {
  /** Rules that do not apply to the shown page. */
  without?: string[]
  /** The only rules to check. */
  only?: string[]
}

/** Fails with every rule of WCAG 2.2 AA (and axe's best practices) that the page breaks, and where. */
export async function expectAccessible(page: Page, { without = [], only }: Options = {}): Promise<void> {
  await endTransitions(page)
  // Hands axe to a page once for all of its checks: that takes longer than most of them.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async ({ without, only }) => {
      const { violations } = await window.axe.run(document, {
        resultTypes: ['violations'],
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        ...(only && { runOnly: { type: 'rule', values: only } }),
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { without, only },
  )
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/**
 * Checks the shown page in full, then only what another width or theme can break: whether it scrolls sideways, the size of
 * its targets on a phone, and contrast in the dark. Leaves the page light and 1280 pixels wide.
 */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const width of [320, 360, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page)
    if (width === 360) await expectAccessible(page, { only: ['target-size'] })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { only: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectNoOverflow(page)
  await expectAccessible(page)
}

/** Fails if the page is wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const { width, overflow } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { width: innerWidth, overflow: scrollWidth - clientWidth }
  })
  expect(overflow, `${page.url()} scrolls sideways at ${width}`).toBeLessThanOrEqual(0)
}

/** Ends transitions, because axe would read colours in between. Animations that follow scrolling or never end stay. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const ends = animation.effect?.getComputedTiming().endTime
      if (animation.timeline instanceof DocumentTimeline && ends !== Number.POSITIVE_INFINITY) animation.finish()
    }
  })
}
