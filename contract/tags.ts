/**
 * What a page shows, as names both sides know: a page notes the tags it was made from, a write names the tags it changed,
 * and the pages with a tag in common are made anew. In lower case: an id or a name can be asked for in any.
 */
export const tags = {
  /** By slug or id. */
  content: (slugOrId: string) => `content:${slugOrId.toLowerCase()}`,
  /** The list of everything: home, its feeds, the count. */
  all: 'list:all',
  category: (category: string) => `list:category:${category.toLowerCase()}`,
  /** By slug or name: a page can be asked for by either. */
  publication: (slugOrName: string) => `list:publication:${slugOrName.toLowerCase()}`,
  author: (uuid: string) => `list:author:${uuid.toLowerCase()}`,
  profile: (uuid: string) => `profile:${uuid.toLowerCase()}`,
  sitemap: 'sitemap',
} as const

/** One event of the change feed (`GET /changes`, server-sent events): `id` only grows. */
export type Change = { id: number; tags: string[] }
