import type { Handle } from '#lib/renderer/capture-response.ts'
import { renderShared } from '#lib/renderer/render-shared.ts'
import { ReadThroughCache, type ReadThroughCacheOptions } from '../store/read-through-cache.ts'

const site = { host: 'localhost:3000', https: false }

/** A page cache that hears of every write, over a stand-in for Next in this process; what fails there fails the test. */
export function aReadThroughCache({
  handle,
  ...given
}: { handle: Handle } & Partial<ReadThroughCacheOptions>): ReadThroughCache {
  const cache = new ReadThroughCache({
    ask: (url, order) => renderShared(handle, url, order, site),
    publicUrl: `http://${site.host}`,
    mostBytes: 1_000_000,
    keepMs: 3_600_000,
    keepWithoutFeedMs: 1,
    keepUntaggedMs: 1,
    failurePage: async () => ({ body: Buffer.from('<main>Unexpected Application Error!</main>'), policy: '' }),
    onFailure: (_, cause) => {
      throw cause
    },
    ...given,
  })
  cache.isFeedConnected = true
  return cache
}
