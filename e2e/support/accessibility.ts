import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Fails with every rule of WCAG 2.2 AA (and axe's best practices) that the page breaks, and where.
 *
 * @param without rules that do not apply to the shown page.
 */
export async function expectAccessible(page: Page, { without = [] }: { without?: string[] } = {}): Promise<void> {
  await endTransitions(page)
  // The other mode gathers frames of other sites in a second page; we have none, and it takes half as long again.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().disableRules(without).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** No one reads a colour during its transition. Whatever follows the scrolling or never ends stays as it is. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const ends = animation.effect?.getComputedTiming().endTime
      if (animation.timeline instanceof DocumentTimeline && ends !== Number.POSITIVE_INFINITY) animation.finish()
    }
  })
}
