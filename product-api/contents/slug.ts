import { contents } from '#contract/contents.ts'

const slugMost = 80
const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const uuidLike = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

// A slug that is a word of a route would hide the route, or be hidden by it.
const reserved = new Set([
  ...Object.values(contents).map(({ path }) => path.split('/')[2] ?? ''),
  ...['drafts', 'new', 'edit', 'all', 'index', 'feed', 'atom', 'rss', 'user', 'count', 'api'],
])

/** The slug a title asks for: Latin letters, digits and hyphens; undefined where nothing of it is left. */
export function slugify(title: string): string | undefined {
  const plain = title
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (plain.length <= slugMost) return plain || undefined
  const cut = plain.slice(0, slugMost + 1)
  return cut.slice(0, cut.lastIndexOf('-') > slugMost / 2 ? cut.lastIndexOf('-') : slugMost)
}

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
