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

/** @returns a function that stops it. */
export function listenToBrowser(listeners: Listeners): () => void {
  const listening = new AbortController()
  const on = (target: EventTarget, name: string, listener: (event: Event) => void) =>
    target.addEventListener(name, listener, { signal: listening.signal })
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
  return () => listening.abort()
}

type Message = { person: string; current: ServerVersion }

const lockName = (tab: string) => `writing:${tab}`

/** Holds a lock that tells other tabs that this one is open, until it is released or the tab crashes. */
export function lockTab(tab: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  navigator.locks?.request(lockName(tab), () => held).catch(() => {})
  return release
}

/** Tells open tabs by their locks. Without Web Locks every tab counts as closed, and its text is merged. */
export async function findOpenTabs(): Promise<(tab: string) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return (tab) => names.has(lockName(tab))
}

/** Resolves when an open tab has closed. @throws DOMException when `signal` aborts. */
export async function whenTabCloses(tab: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(lockName(tab), { signal, mode: 'shared' }, () => undefined)
}

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
