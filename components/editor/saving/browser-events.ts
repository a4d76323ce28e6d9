type Heard = {
  online: () => void
  offline: () => void
  /** The page is hidden or left, and may never come back. */
  closing: () => void
  /** The page is visible again, or something changed in another tab. */
  lookedAt: () => void
  lookedAway: () => void
  beforeUnload: (event: Event) => void
}

/** @returns what ends it. */
export function listenToBrowser(heard: Heard): () => void {
  const listening = new AbortController()
  const on = (target: EventTarget, name: string, listener: (event: Event) => void) =>
    target.addEventListener(name, listener, { signal: listening.signal })
  on(window, 'online', heard.online)
  on(window, 'offline', heard.offline)
  on(window, 'pagehide', heard.closing)
  on(window, 'focus', heard.lookedAt)
  on(window, 'storage', (event) => {
    // These keys say who is signed in; what else other tabs store is irrelevant.
    if (event instanceof StorageEvent && (event.key === 'userData' || event.key === null)) heard.lookedAt()
  })
  on(window, 'blur', heard.lookedAway)
  on(window, 'beforeunload', heard.beforeUnload)
  on(document, 'visibilitychange', () => (document.visibilityState === 'hidden' ? heard.closing() : heard.lookedAt()))
  if (navigator.onLine === false) heard.offline()
  return () => listening.abort()
}
