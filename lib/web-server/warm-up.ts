import { setTimeout as delay } from 'node:timers/promises'
import { ownClient, type PageCache } from './page-cache.ts'
import { publicPath } from './public-paths.ts'

/** Next loads the code of a page when it is first asked for, and that of all calls with the first call. */
const addresses = ['/', '/search', '/api/contents?limit=1']

/** Whoever reads in the first second loads what they need by themselves, and should not wait for more. */
const pauseMs = 1_000

/**
 * Makes what the first readers after a start would wait for: the first page takes ten times as long as the next, the first
 * call five times. One after the other and with pauses, so that whoever asks meanwhile waits for one of them at most.
 */
export async function warmUp(cache: PageCache, { pause = pauseMs } = {}): Promise<void> {
  for (const address of addresses) {
    await delay(pause, undefined, { ref: false })
    const path = publicPath(address)
    // What fails is told where it is made, and here costs nothing but the time that it would have saved.
    if (path) await cache.make(path, ownClient).catch(() => undefined)
  }
}
