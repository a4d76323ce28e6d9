import { sendReport } from './send-report.ts'

/** A quarter of the time that reading takes, at 230 words a minute (`story-html/reading-time.ts`). */
const leastMsPerWord = 60_000 / 230 / 4
const tickMs = 1_000

/**
 * Reports, once each, that the reader of a story began, and that they finished: its end was in view, and the page for a
 * quarter of the reading time. Loaded by the first touch; the product keeps sums only (docs/decisions/027-reads.md).
 */
export function reportReading(): void {
  const story = document.querySelector('article #story')
  const end = story?.closest('article')?.querySelector(':scope > footer')
  if (!story || !end) return
  let hasBegun = false
  afterTouch(() => {
    hasBegun = true
    sendReport('began')
  })
  const neededMs = (story.textContent.match(/\S+/g)?.length ?? 0) * leastMsPerWord
  let shownMs = document.hidden ? 0 : performance.now() - shownSince()
  let isEndSeen = false
  const watcher = new IntersectionObserver((seen) => {
    if (seen.some(({ isIntersecting }) => isIntersecting)) isEndSeen = true
  })
  watcher.observe(end)
  const ticks = setInterval(() => {
    if (!document.hidden) shownMs += tickMs
    if (!hasBegun || !isEndSeen || shownMs < neededMs) return
    clearInterval(ticks)
    watcher.disconnect()
    sendReport('finished')
  }, tickMs)
}

/** The scripts of a signed-in reader load without a touch. */
function afterTouch(act: () => void): void {
  if (document.documentElement.dataset.session !== 'in') {
    act()
    return
  }
  const touched = new AbortController()
  for (const sign of ['scroll', 'pointerdown', 'keydown']) {
    const once = { capture: true, passive: true, signal: touched.signal }
    addEventListener(
      sign,
      () => {
        touched.abort()
        act()
      },
      once,
    )
  }
}

/** A prerendered page was made before anyone saw it. */
function shownSince(): number {
  const [arrival] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart?: number
  })[]
  return arrival?.activationStart ?? 0
}
