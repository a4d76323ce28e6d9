// Saved stories can be read without a connection; public/service-worker.js keeps them, this asks it to.

const worker = '/service-worker.js'
/** A page may have no idle moment; removed stories must not stay because of that. */
const longestWaitMs = 1_000

/**
 * Updates this device's copies of the saved stories to the server's state. The worker is installed with the first saved
 * story, when the page has loaded and is idle: a reader who saves nothing has none.
 */
export function keepOffline(userId: string): void {
  if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
  whenIdle(() => {
    ask(userId).catch((fault: unknown) => console.warn('Saved stories are not kept for reading offline.', fault))
  })
}

/** The stories that can be read without a connection, by their slugs. */
export async function offlineSlugs(userId: string): Promise<Set<string>> {
  try {
    const list = await caches.match('/offline/list.json', { cacheName: `saved-stories:${userId}` })
    if (!list) return new Set()
    const { stories } = (await list.json()) as { stories: { slug: string }[] }
    return new Set(stories.map(({ slug }) => slug))
  } catch {
    // Storage is blocked.
    return new Set()
  }
}

/** Calls back when the worker has updated its copies. */
export function onOfflineChange(callback: () => void): () => void {
  const { serviceWorker } = navigator
  serviceWorker?.addEventListener('message', callback)
  return () => serviceWorker?.removeEventListener('message', callback)
}

async function ask(userId: string): Promise<void> {
  const { serviceWorker } = navigator
  await serviceWorker.register(worker, { updateViaCache: 'none' })
  const { active } = await serviceWorker.ready
  active?.postMessage({ kind: 'sync', userId })
}

function whenIdle(task: () => void): void {
  const start = () =>
    'requestIdleCallback' in window ? requestIdleCallback(task, { timeout: longestWaitMs }) : setTimeout(task)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
