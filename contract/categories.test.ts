import { categoryName } from './categories.ts'

test('a category is called by its name, the product’s own by the product’s, another one by itself', () => {
  expect(categoryName('book_summary', 'Bytewise')).toBe('Book Summaries')
  expect(categoryName('bytewise', 'Bytewise')).toBe('Bytewise')
  expect(categoryName('gardening', 'Bytewise')).toBe('gardening')
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is a category like any other', (category) => {
  expect(categoryName(category, 'Bytewise')).toBe(category)
})
