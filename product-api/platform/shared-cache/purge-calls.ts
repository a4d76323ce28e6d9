import type { SharedCache } from '#runtime/shared-cache.ts'

/** An HTTP request that drops pages from a shared cache. */
export type PurgeCall = { url: string; method: string; headers: Record<string, string>; body?: string }

/** The services' own addresses. */
const services = {
  cloudflare: 'https://api.cloudflare.com',
  fastly: 'https://api.fastly.com',
  bunny: 'https://api.bunny.net',
}
export type Services = typeof services

/** A tag of every page of Varnish (`ops/varnish/bytewise.vcl`), which can't drop everything in another way. */
const everyPage = 'every-page'
/** Varnish takes headers of 8 KB at most. */
const varnishHeaderMost = 4_000
/** For one call; of Cloudflare's plans the one that takes fewest decides. Bunny takes one: more calls than this are too many. */
const tagsMost = { cloudflare: 30, fastly: 256, bunny: 30 } as const

/**
 * The requests that drop all pages with one of the tags, or all pages, by the services' documentation:
 * developers.cloudflare.com/api (zones/purge_cache), fastly.com/documentation/reference/api/purging,
 * docs.bunny.net/reference (pull zone/purgeCache), and xkey of varnish-modules.
 */
export function purgeCalls(
  cache: SharedCache,
  tags: readonly string[] | 'everything',
  at: Services = services,
): PurgeCall[] {
  const isAll = tags === 'everything'
  switch (cache.kind) {
    case 'varnish': {
      const lists = isAll ? [everyPage] : joined(tags, varnishHeaderMost)
      return cache.hosts.flatMap((host) =>
        lists.map((list) => ({ url: `http://${host}/`, method: 'PURGE', headers: { 'xkey-purge': list } })),
      )
    }
    case 'cloudflare': {
      const url = `${at.cloudflare}/client/v4/zones/${cache.id}/purge_cache`
      const bodies = isAll ? [{ purge_everything: true }] : grouped(tags, tagsMost.cloudflare).map((tags) => ({ tags }))
      return bodies.map((body) => post(url, { authorization: `Bearer ${cache.token}` }, body))
    }
    case 'fastly': {
      const url = `${at.fastly}/service/${cache.id}/purge`
      const headers = { 'fastly-key': cache.token }
      if (isAll) return [post(`${url}_all`, headers)]
      return grouped(tags, tagsMost.fastly).map((keys) => post(url, headers, { surrogate_keys: keys }))
    }
    case 'bunny': {
      const url = `${at.bunny}/pullzone/${cache.id}/purgeCache`
      const headers = { accesskey: cache.token }
      return isAll || tags.length > tagsMost.bunny
        ? [post(url, headers)]
        : tags.map((CacheTag) => post(url, headers, { CacheTag }))
    }
  }
}

function post(url: string, headers: Record<string, string>, body?: object): PurgeCall {
  if (!body) return { url, method: 'POST', headers }
  return {
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

function grouped(tags: readonly string[], most: number): string[][] {
  return Array.from({ length: Math.ceil(tags.length / most) }, (_, index) =>
    tags.slice(index * most, (index + 1) * most),
  )
}

/** The tags with spaces between, in lists of at most `most` characters, unless one tag alone is longer. */
function joined(tags: readonly string[], most: number): string[] {
  const lists: string[] = []
  for (const tag of tags) {
    const longer = `${lists.at(-1)} ${tag}`
    if (lists.length > 0 && longer.length <= most) lists[lists.length - 1] = longer
    else lists.push(tag)
  }
  return lists
}
