type Listeners = {
  online: () => void
  offline: () => void
  /** The page is hidden or left, and may never come back. */
  closing: () => void
  /** The page is visible again, or something changed in another tab. */
  lookedAt: () => void
  lookedAway: () => void
  beforeUnload: (event: Event) => void
}

/** Listens until `signal` aborts. */
export function listenToBrowser(listeners: Listeners, signal: AbortSignal): void {
  const on = (target: EventTarget, name: string, listener: (event: Event) => void) =>
    target.addEventListener(name, listener, { signal })
  on(window, 'online', listeners.online)
  on(window, 'offline', listeners.offline)
  on(window, 'pagehide', listeners.closing)
  on(window, 'focus', listeners.lookedAt)
  on(window, 'storage', (event) => {
    // These keys say who is signed in; what else other tabs store is irrelevant.
    if (event instanceof StorageEvent && (event.key === 'userData' || event.key === null)) listeners.lookedAt()
  })
  on(window, 'blur', listeners.lookedAway)
  on(window, 'beforeunload', listeners.beforeUnload)
  on(document, 'visibilitychange', () =>
    document.visibilityState === 'hidden' ? listeners.closing() : listeners.lookedAt(),
  )
  if (navigator.onLine === false) listeners.offline()
}
