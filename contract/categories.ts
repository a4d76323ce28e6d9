/** The four fixed categories; the fifth is the product's own, named by `PRODUCT_NAME`. */
export const fixedCategories = ['book_summary', 'technology', 'books', 'fiction'] as const

/** Every content, whatever its category: what the home page lists. */
export const allCategories = 'all'

/** The slug of the product's own category, e.g. `Bytewise` → `bytewise`. */
export function productCategory(productName: string): string {
  return (
    productName
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'product'
  )
}

export function knownCategories(productName: string): string[] {
  return [...fixedCategories, productCategory(productName)]
}

// A map: the looked-up name comes from an address, and `constructor` must not be an entry.
const names = new Map(
  Object.entries({
    book_summary: 'Book summaries',
    technology: 'Technology',
    // Not “Books”: that would be taken for the summaries.
    books: 'Book essays',
    fiction: 'Fiction',
    all: 'All stories',
  }),
)

/** The heading of a category's list. The product's own is not named after the product: that would be the name of everything. */
export function categoryName(category: string, productName: string): string {
  return names.get(category) ?? (category === productCategory(productName) ? 'Notes' : category)
}

const tags = new Map(
  Object.entries({ book_summary: 'Book Summary', technology: 'Technology', books: 'Book Essay', fiction: 'Fiction' }),
)

/** The tag on a card or above a title, in the singular; a category without one is called by its slug, in words. */
export function categoryTag(category: string): string {
  const words = category.replace(/[-_]+/g, ' ').trim()
  return tags.get(category) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The tag of the product's own category, whose slug depends on the settings; null for any other. */
export function ownCategoryTag(category: string, productName: string): string | null {
  return category === productCategory(productName) ? 'Note' : null
}
