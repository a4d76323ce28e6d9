import type { ServerVersion } from './save-state.ts'

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

type Message = { person: string; current: ServerVersion }

/** Sends saved versions to this person's other tabs of a story, and receives theirs. */
export function storyChannel(storyId: string, person: string, receive: (current: ServerVersion) => void) {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(`story:${storyId}`)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.person === person) receive(data.current)
  }
  return {
    post: (current: ServerVersion) => channel.postMessage({ person, current } satisfies Message),
    close: () => channel.close(),
  }
}

/** The time in milliseconds, monotonic even if the clock is set. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}

export function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 500 })
  else setTimeout(run)
}
