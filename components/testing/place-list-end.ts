/** Fakes the layout that jsdom lacks: places every element, such as the end of a list, relative to the screen. */
export function placeListEnd(place: 'in view' | 'soon in view' | 'far below'): void {
  const top = { 'in view': 0, 'soon in view': innerHeight + 1, 'far below': 10 * innerHeight }[place]
  Element.prototype.getBoundingClientRect = () => ({ top, bottom: top }) as DOMRect
  globalThis.IntersectionObserver = class {
    readonly root = null
    readonly rootMargin: string
    readonly scrollMargin = ''
    readonly thresholds = []
    readonly notify: IntersectionObserverCallback
    constructor(notify: IntersectionObserverCallback, { rootMargin = '' }: IntersectionObserverInit = {}) {
      this.notify = notify
      this.rootMargin = rootMargin
    }
    observe(target: Element) {
      const isIntersecting = place === 'in view' || (place === 'soon in view' && this.rootMargin !== '')
      this.notify([{ target, isIntersecting } as IntersectionObserverEntry], this as IntersectionObserver)
    }
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return []
    }
  }
}
