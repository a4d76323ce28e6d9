import { z } from 'zod'

/** A shared cache in front of the site that drops pages by their tags. */
export type SharedCache =
  | { kind: 'varnish'; hosts: readonly string[] }
  | { kind: 'cloudflare' | 'fastly' | 'bunny'; token: string; id: string }

/** The header of an answer in which a shared cache looks for tags, what divides them, and how many characters it takes. */
export type TagHeader = { name: string; divider: string; most: number }

/** A whole answer's headers have 16 KB at most (Node's own limit). */
const most = 12_000

export const tagHeaders = {
  varnish: { name: 'cache-tag', divider: ',', most: 8_000 },
  cloudflare: { name: 'cache-tag', divider: ',', most },
  fastly: { name: 'surrogate-key', divider: ' ', most },
  bunny: { name: 'cdn-tag', divider: ',', most },
} as const satisfies Record<SharedCache['kind'], TagHeader>

/** The setting SHARED_CACHE. */
export const sharedCacheSetting = z.string().transform((text, ctx): SharedCache => {
  const [, kind, token = '', id = ''] = /^(cloudflare|fastly|bunny):\/\/([\w-]{8,200})@([\w-]{1,100})$/.exec(text) ?? []
  if (kind) return { kind: kind as 'cloudflare', token, id }
  const [, hosts] = /^varnish:\/\/([^/@\s]+)$/.exec(text) ?? []
  const named = hosts?.split(',') ?? []
  if (named.length > 0 && named.every((host) => URL.parse(`http://${host}`)?.hostname)) {
    return { kind: 'varnish', hosts: named }
  }
  ctx.addIssue(
    'it must look like varnish://127.0.0.1:6081, cloudflare://token@zone, fastly://token@service or bunny://key@zone',
  )
  return z.NEVER
})
