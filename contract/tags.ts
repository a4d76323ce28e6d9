/**
 * What a page shows, as names both sides know: a page notes the tags it was made from, a write names the tags it changed,
 * and the pages with a tag in common are made anew.
 */
export const tags = {
  content: (slug: string) => `content:${slug}`,
  /** The list of everything: home, its feeds, the count. */
  all: 'list:all',
  category: (category: string) => `list:category:${category}`,
  /** By slug or name, whatever the case: a page can be asked for by either. */
  publication: (slugOrName: string) => `list:publication:${slugOrName.toLowerCase()}`,
  author: (uuid: string) => `list:author:${uuid}`,
  profile: (uuid: string) => `profile:${uuid}`,
  sitemap: 'sitemap',
} as const

/** One event of the change feed (`GET /changes`, server-sent events): `id` only grows. */
export type Change = { id: number; tags: string[] }
