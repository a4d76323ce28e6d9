/**
 * Cache tags: the product API's `Cache-Tag` header names the data that an answer was made from, or that a write changed,
 * and a write purges the pages that share one of its tags. Lower-case, because ids and names are looked up
 * case-insensitively, and percent-encoded, because a header takes nothing else.
 */
export const tags = {
  /** A story, by slug or id. */
  content: (slugOrId: string) => `content:${encoded(slugOrId)}`,
  /** The top of the front page: pins, and which authors are known. */
  frontPage: 'front-page',
  /** The list of everything: home, its feeds, the count. */
  all: 'list:all',
  category: (category: string) => `list:category:${encoded(category)}`,
  /** A publication's list, by slug; by the requested name if there is no such publication. */
  publication: (slugOrName: string) => `list:publication:${encoded(slugOrName)}`,
  /** The name of a publication, wherever a story says under which it appeared; by the publication's slug. */
  publicationName: (slug: string) => `publication:${encoded(slug)}`,
  publications: 'list:publications',
  author: (uuid: string) => `list:author:${encoded(uuid)}`,
  profile: (uuid: string) => `profile:${encoded(uuid)}`,
  /** The archive of newsletters. */
  newsletters: 'list:newsletters',
  /** The public podcast feed. */
  podcasts: 'list:podcasts',
  sitemap: 'sitemap',
  /** Pages that show no answer of the product API: only the settings decide them. */
  site: 'site',
  /** The search index: every story, under its author's name. */
  search: 'search',
  /** Purges every page: a write changed more than fits into a header. */
  everything: 'everything',
} as const

export const cacheTagHeader = 'cache-tag'
/** A whole answer's headers have 16 KB at most (Node's own limit). */
const headerMost = 12_000

/** One event of the change feed (`GET /changes`, server-sent events): `id` only grows. */
export type Change = { id: number; tags: string[] }

/** The value of a `Cache-Tag` header; undefined if there are none, or more than fit. */
export function tagHeader(names: Iterable<string>, most = headerMost): string | undefined {
  const value = [...new Set(names)].join(',')
  return value && value.length <= most ? value : undefined
}

/** The tags in a `Cache-Tag` header; undefined if the answer has none. */
export function readTagHeader(value: string | null): string[] | undefined {
  return value?.split(',').flatMap((name) => name.trim() || [])
}

function encoded(name: string): string {
  return encodeURIComponent(name.toLowerCase().toWellFormed())
}
