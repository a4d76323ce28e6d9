import { closedMarkdown } from './closed-markdown.ts'

test.each([
  ['a **b c**', 'b c', { bold: true }],
  ['*b*', 'b', { italic: true }],
  ['(*b*', 'b', { italic: true }],
  ['a `b **c** d`', 'b **c** d', { code: true }],
  ['a **b*c**', 'b*c', { bold: true }],
  ['“**é**', 'é', { bold: true }],
  ['[a b](https://example.com/?c=d_(e))', 'a b', { link: 'https://example.com/?c=d_(e)' }],
])('%s is formatted', (typed, words, formats) => {
  expect(closedMarkdown(typed)).toMatchObject({ words, formats })
})

test.each([
  ...['2*3*', '2*3*4', 'snake_case_', 'a * b *', 'a ** b **', '**', '***', '****', '**b*', 'é*a*', 'a``', '```'],
  ...['\\*a*', '[a](javascript:x)', '[a](b)', '![a](https://example.com/b)', '[](https://example.com)', '**b** c'],
])('%s stays as it is', (typed) => {
  expect(closedMarkdown(typed)).toBeUndefined()
})
