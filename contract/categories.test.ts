import {
  categoryName,
  categorySentence,
  categoryTag,
  ownCategory,
  siteCategories,
  siteCategoryTag,
} from './categories.ts'

const added = { slug: 'short-reads', name: 'Short reads', sentence: 'In the time of a kettle.' }
const categories = siteCategories('bytewise', [added])

test('a category is called by its name, the site’s own “Notes”, another one by itself', () => {
  expect(categoryName('book_summary', categories)).toBe('Book summaries')
  expect(categoryName('short-reads', categories)).toBe('Short reads')
  expect(categoryName('bytewise', categories)).toBe('Notes')
  expect(categoryName('gardening', categories)).toBe('gardening')
  expect(ownCategory(categories)).toBe('bytewise')
})

test('added ones stand between the usual ones and the site’s own', () => {
  expect(categories.map(({ slug }) => slug)).toEqual([
    ...['book_summary', 'technology', 'books', 'fiction'],
    ...['short-reads', 'bytewise'],
  ])
})

test('a category has its sentence, or one about its name', () => {
  expect(categorySentence('short-reads', categories)).toBe('In the time of a kettle.')
  expect(categorySentence('gardening', categories)).toBe('Stories filed under gardening.')
  expect(categorySentence('all', categories)).toBe('Everything published here, newest first.')
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is a category like any other', (category) => {
  expect(categoryName(category, categories)).toBe(category)
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

test('only the settings know the tags of the site’s own category and of the added ones', () => {
  expect(siteCategoryTag('bytewise', categories)).toBe('Note')
  expect(siteCategoryTag('short-reads', categories)).toBe('Short reads')
  expect(siteCategoryTag('fiction', categories)).toBeNull()
  expect(siteCategoryTag('the-daily-byte', categories)).toBeNull()
})
