import { setTimeout as delay } from 'node:timers/promises'
import { publicPath } from '../addresses/cache-keys.ts'
import { ownClient, type ReadThroughCache } from './read-through-cache.ts'

/** Next loads the code of a page at its first request, and that of all calls with the first call. */
const addresses = ['/', '/search', '/api/contents?limit=1']

/** A reader in the first second triggers the loading of what they need, and should not wait for more. */
const pauseMs = 1_000

/**
 * Makes what the first readers after a start would wait for: the first page takes ten times as long as the next, the
 * first call five times. One after the other and with pauses, so that a request waits for one of them at most.
 */
export async function warmUp(cache: ReadThroughCache, { pause = pauseMs } = {}): Promise<void> {
  for (const address of addresses) {
    await delay(pause, undefined, { ref: false })
    const path = publicPath(address)
    // A failure is reported where it happens, and here costs only the time that this would have saved.
    if (path) await cache.make(path, ownClient).catch(() => undefined)
  }
}
