import { expect, type Page } from '@playwright/test'

/** Whether React has taken over the page that the server made, and its effects have run. */
export function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(() => document.body.hasAttribute('data-awake'))
}

/** Presses a key without effect on a cached page, so that its scripts load, and waits until they run. */
export async function hydratePage(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await expect.poll(() => isHydrated(page)).toBe(true)
}
