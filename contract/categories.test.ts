import { categoryName, categoryTag, ownCategoryTag } from './categories.ts'

test('a category is called by its name, the product’s own “Notes”, another one by itself', () => {
  expect(categoryName('book_summary', 'Bytewise')).toBe('Book summaries')
  expect(categoryName('bytewise', 'Bytewise')).toBe('Notes')
  expect(categoryName('the-daily-byte', 'The Daily Byte')).toBe('Notes')
  expect(categoryName('gardening', 'Bytewise')).toBe('gardening')
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is a category like any other', (category) => {
  expect(categoryName(category, 'Bytewise')).toBe(category)
})

test.each([
  ['book_summary', 'Book Summary'],
  ['technology', 'Technology'],
  ['books', 'Book Essay'],
  ['fiction', 'Fiction'],
  ['bytewise', 'Bytewise'],
  ['the-daily-byte', 'The daily byte'],
  ['constructor', 'Constructor'],
])('a story of %s has the tag %s', (category, tag) => {
  expect(categoryTag(category)).toBe(tag)
})

test('only a story of the product’s own category has the tag “Note”', () => {
  expect(ownCategoryTag('bytewise', 'Bytewise')).toBe('Note')
  expect(ownCategoryTag('fiction', 'Bytewise')).toBeNull()
  expect(ownCategoryTag('bytewise', 'The Daily Byte')).toBeNull()
})
