import type { Page } from '@playwright/test'

/**
 * From the next page on, adds up what moves by itself; `moved` gives the sum since the page was opened, in the units of the
 * Layout Instability API: the share of the window concerned, times how far it went.
 */
export async function watchShifts(page: Page): Promise<{ moved: () => Promise<number> }> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return {
    moved: () =>
      page.evaluate(async () => {
        // Waits for the frame after the next: a shift is reported only once it is painted.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        return (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0)
      }),
  }
}
