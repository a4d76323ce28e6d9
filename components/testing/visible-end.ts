/** jsdom lays nothing out: what is observed counts as in view at once, or never. */
export function observeAs(isIntersecting: boolean): void {
  globalThis.IntersectionObserver = class {
    readonly root = null
    readonly rootMargin = ''
    readonly scrollMargin = ''
    readonly thresholds = []
    readonly notify: IntersectionObserverCallback
    constructor(notify: IntersectionObserverCallback) {
      this.notify = notify
    }
    observe() {
      this.notify([{ isIntersecting } as IntersectionObserverEntry], this as IntersectionObserver)
    }
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return []
    }
  }
}
