import type { Page } from '@playwright/test'

/** The visible faults of a page at its present width, a sentence each. */
export async function pageFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`scrolls sideways by ${scrollWidth - clientWidth} px`)

    for (const image of document.images) {
      if (image.complete && image.naturalWidth === 0 && image.checkVisibility())
        faults.push(`no picture at ${image.src}`)
    }

    // Text over text: lines of one layer that share more than a hair's breadth.
    type Line = { text: string; node: Node; layer: Element; rect: DOMRect }
    const lines: Line[] = []
    const layerOf = (element: Element): Element => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { position, zIndex } = getComputedStyle(at)
        const isLifted = position === 'absolute' || position === 'sticky'
        const isAbove = position === 'fixed' || (isLifted && zIndex !== 'auto')
        if (isAbove || at.matches('dialog[open], :popover-open')) return at
      }
      return document.body
    }
    const isSeen = (element: Element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(at)
        const { width, height } = at.getBoundingClientRect()
        if ((width <= 2 || height <= 2) && (overflowX !== 'visible' || clipPath !== 'none')) return false
        if (at.matches('.sr-only')) return false
      }
      return true
    }
    /** The visible part of a line, within boxes that clip their overflow, such as clamped text. */
    const shownPart = (element: Element, rect: DOMRect): DOMRect => {
      let { left, top, right, bottom } = rect
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === 'visible') continue
        const box = at.getBoundingClientRect()
        left = Math.max(left, box.left)
        top = Math.max(top, box.top)
        right = Math.min(right, box.right)
        bottom = Math.min(bottom, box.bottom)
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!node.textContent?.trim() || !element || element.closest('script, style, svg, noscript, option')) continue
      if (!isSeen(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const layer = layerOf(element)
      for (const whole of range.getClientRects()) {
        const rect = shownPart(element, whole)
        if (rect.width > 1 && rect.height > 1)
          lines.push({ text: node.textContent.trim().slice(0, 40), node, layer, rect })
      }
    }
    lines.sort((one, other) => one.rect.top - other.rect.top)
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (other.rect.top >= one.rect.bottom) break
        if (other.node === one.node || other.layer !== one.layer) continue
        const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
        const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
        // Lines of one paragraph may touch: a third of a line is what a reader sees.
        if (across > 3 && down > Math.min(one.rect.height, other.rect.height) / 3)
          faults.push(`“${one.text}” lies over “${other.text}”`)
      }
    }
    return faults
  })
}

declare global {
  interface Window {
    shifts: string[]
    grounds: string[]
  }
}

/** Has every page note what moves by itself, and the ground of its first frames. To be called before it is opened. */
export async function watchFirstFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    window.grounds = []
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources?: { node?: Node }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput || entry.value < 0.01) continue
        const moved = (entry.sources ?? []).map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : '',
        )
        window.shifts.push(`${entry.value.toFixed(3)} ${moved.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    let frames = 0
    const look = () => {
      if (document.body) {
        const ground = getComputedStyle(document.body).backgroundColor
        if (window.grounds.at(-1) !== ground) window.grounds.push(ground)
      }
      if (++frames < 60) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Layout shifts and changes of the background since the page was opened. */
export async function firstFrameFaults(page: Page): Promise<string[]> {
  const { shifts, grounds } = await page.evaluate(() => ({ shifts: window.shifts, grounds: window.grounds }))
  const flashes = grounds.length > 1 ? [`the ground changed: ${grounds.join(', ')}`] : []
  return [...shifts.map((shift) => `moved by itself: ${shift}`), ...flashes]
}
