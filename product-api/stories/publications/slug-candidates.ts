import { publications } from '#contract/publications.ts'
import { slugify } from '#story-html/slugify.ts'

// A word of a route, of the calls or of the site's own pages (`/publication/new`), would hide a publication of that slug.
const reserved = new Set(['new', ...Object.values(publications).map(({ path }) => path.split('/')[2] ?? '')])

/** Slugs to try in this order for a publication; the last one is its own by its id. */
export function slugCandidates(name: string, id: string): string[] {
  const tail = id.replaceAll('-', '').slice(-8)
  const wanted = slugify(name)
  if (!wanted) return [`publication-${tail}`]
  const numbered = [wanted, ...[2, 3, 4, 5].map((number) => `${wanted}-${number}`)]
  return [...numbered, `${wanted}-${tail}`].filter((slug) => !reserved.has(slug))
}
