/** A category: one of the specification's, the site's own, or one that an administrator has added. */
export type Category = {
  /** Its part of addresses. It never changes. */
  slug: string
  /** The heading of its list. */
  name: string
  /** The tag on a card or above a title, in the singular. */
  tag: string
  /** One sentence under the heading of its list, and in search engines. */
  sentence: string
  /** `own`: for stories that no other category was chosen for. */
  kind: 'fixed' | 'own' | 'added'
}

/** Every content, whatever its category: what the home page lists. */
export const allCategories = 'all'

const fixed: readonly Category[] = [
  {
    slug: 'book_summary',
    name: 'Book summaries',
    tag: 'Book Summary',
    sentence: 'Good books, each in a few minutes: what it says, what holds up and what does not.',
    kind: 'fixed',
  },
  {
    slug: 'technology',
    name: 'Technology',
    tag: 'Technology',
    sentence: 'How the things around us work, with the lid off and without the jargon.',
    kind: 'fixed',
  },
  {
    slug: 'books',
    // Not “Books”: that would be taken for the summaries.
    name: 'Book essays',
    tag: 'Book Essay',
    sentence: 'Writing about books, and about the people who make and keep them.',
    kind: 'fixed',
  },
  {
    slug: 'fiction',
    name: 'Fiction',
    tag: 'Fiction',
    sentence: 'Short stories, each for one sitting.',
    kind: 'fixed',
  },
]

/** Not named after the site: that would be the name of everything. */
const own = { name: 'Notes', tag: 'Note', sentence: 'What fits on no other shelf.', kind: 'own' } as const

/** The slug of the category of a site of this name, e.g. `Bytewise` → `bytewise`. */
export function ownSlug(siteName: string): string {
  return (
    siteName
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'product'
  )
}

/** All categories of a site, in the order in which pages list them. */
export function siteCategories(
  slugOfOwn: string,
  added: readonly Pick<Category, 'slug' | 'name' | 'sentence'>[] = [],
): Category[] {
  return [
    ...fixed,
    ...added.map(({ slug, name, sentence }): Category => ({ slug, name, tag: name, sentence, kind: 'added' })),
    { ...own, slug: slugOfOwn },
  ]
}

export function slugsOf(categories: readonly Category[]): string[] {
  return categories.map(({ slug }) => slug)
}

/** The slug of the site's own category. */
export function ownCategory(categories: readonly Category[]): string {
  return categories.find(({ kind }) => kind === 'own')?.slug ?? ''
}

export function findCategory(slug: string, categories: readonly Category[]): Category | undefined {
  return categories.find((category) => category.slug === slug)
}

/** The heading of a category's list; one that is not, or no longer, of the site is called by its slug. */
export function categoryName(slug: string, categories: readonly Category[]): string {
  return slug === allCategories ? 'All stories' : (findCategory(slug, categories)?.name ?? slug)
}

/** One sentence under the heading of a category's list, and in search engines. */
export function categorySentence(slug: string, categories: readonly Category[]): string {
  if (slug === allCategories) return 'Everything published here, newest first.'
  return findCategory(slug, categories)?.sentence || `Stories filed under ${categoryName(slug, categories)}.`
}

/** The tag on a card or above a title, in the singular; a category without one is called by its slug, in words. */
export function categoryTag(slug: string): string {
  const words = slug.replace(/[-_]+/g, ' ').trim()
  return findCategory(slug, fixed)?.tag ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The tag of a category that only the site's settings know; null for any other. */
export function siteCategoryTag(slug: string, categories: readonly Category[]): string | null {
  const category = findCategory(slug, categories)
  return category && category.kind !== 'fixed' ? category.tag : null
}
