import { stories } from '#contract/stories.ts'
import { slugify } from '#story-html/slugify.ts'

const uuidLike = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

// A slug that is a word of a route would hide the route, or be hidden by it.
const reserved = new Set([
  ...Object.values(stories).map(({ path }) => path.split('/')[2] ?? ''),
  ...['drafts', 'new', 'edit', 'all', 'index', 'feed', 'atom', 'rss', 'user', 'count', 'api'],
])

/** Slugs to try in this order for a story; the last one is its own by its id. */
export function slugCandidates(title: string, id: string): string[] {
  const tail = id.replaceAll('-', '').slice(-8)
  const wanted = slugify(title)
  if (!wanted) return [`story-${tail}`]
  const numbered = [wanted, ...[2, 3, 4, 5].map((number) => `${wanted}-${number}`)]
  return [...numbered, `${wanted}-${tail}`].filter(isAllowedSlug)
}

export function isAllowedSlug(slug: string): boolean {
  return !reserved.has(slug) && !uuidLike.test(slug)
}
