import { productCategory } from '#contract/categories.ts'

// A map: the looked-up name comes from an address, and `constructor` must not be an entry.
const descriptions = new Map(
  Object.entries({
    all: 'Everything published here, newest first.',
    book_summary: 'Good books, each in a few minutes: what it says, what holds up and what does not.',
    technology: 'How the things around us work, with the lid off and without the jargon.',
    books: 'Writing about books, and about the people who make and keep them.',
    fiction: 'Short stories, each for one sitting.',
  }),
)

/** One sentence under the heading of a category's list, and in search engines. */
export function categoryDescription(category: string, productName: string): string {
  return (
    descriptions.get(category) ??
    (category === productCategory(productName) ? 'What fits on no other shelf.' : `Stories filed under ${category}.`)
  )
}
