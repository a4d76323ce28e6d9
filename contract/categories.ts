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

// A map: what is looked up comes out of an address, and `constructor` is no entry of it.
const names = new Map(
  Object.entries({
    book_summary: 'Book Summaries',
    technology: 'Technology',
    books: 'Books',
    fiction: 'Fiction',
    all: 'All stories',
  }),
)

/** The heading of a category's list. */
export function categoryName(category: string, productName: string): string {
  return names.get(category) ?? (category === productCategory(productName) ? productName : category)
}

/** The tag on a card or above a title, in the singular; only these have one in the specification. */
export function categoryTag(category: string): string | undefined {
  if (category === 'book_summary') return 'Book Summary'
  if (category === 'technology') return 'Technology'
  return undefined
}
