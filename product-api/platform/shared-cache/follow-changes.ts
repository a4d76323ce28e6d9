import type { Logger } from 'pino'
import type { SharedCache } from '#runtime/shared-cache.ts'
import type { ChangeFeed } from '../change-feed/change-feed.ts'
import { purge } from './purge.ts'
import { SharedCacheFollower } from './shared-cache-follower.ts'

/**
 * Drops from the shared cache what the change feed reports. Each Varnish is followed for itself, so that one that is away
 * delays no other. Each product API does so: a change is dropped once more for each, and is not missed if one ends.
 */
export function followChanges(
  cache: SharedCache,
  feed: Pick<ChangeFeed, 'subscribe'>,
  logger: Logger,
): { stop: () => Promise<void> } {
  const caches = cache.kind === 'varnish' ? cache.hosts.map((host) => ({ ...cache, hosts: [host] })) : [cache]
  const followers = caches.map(
    (one) => new SharedCacheFollower({ feed, purge: (tags, end) => purge(one, tags, { end }), logger }),
  )
  return { stop: async () => void (await Promise.all(followers.map((follower) => follower.stop()))) }
}
