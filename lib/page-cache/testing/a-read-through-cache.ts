import { ReadThroughCache, type ReadThroughCacheOptions } from '../store/read-through-cache.ts'

/** A page cache that hears of every write, over something that makes pages; what fails there fails the test. */
export function aReadThroughCache({
  handle,
  ...given
}: Pick<ReadThroughCacheOptions, 'handle'> & Partial<ReadThroughCacheOptions>): ReadThroughCache {
  const cache = new ReadThroughCache({
    handle,
    publicUrl: 'http://localhost:3000',
    mostBytes: 1_000_000,
    keepMs: 3_600_000,
    keepWithoutFeedMs: 1,
    keepUntaggedMs: 1,
    sharedCacheSeconds: 0,
    failurePage: async () => '<main>Unexpected Application Error!</main>',
    onFailure: (_, cause) => {
      throw cause
    },
    ...given,
  })
  cache.isFeedConnected = true
  return cache
}
