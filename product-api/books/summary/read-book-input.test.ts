import { readBookInput } from './read-book-input.ts'

test.each([
  ['Walden|Thoreau|a code', { name: 'Walden', author: 'Thoreau', code: 'a code' }],
  ['  Walden ;  or | H. D.\tThoreau |  a code ', { name: 'Walden ; or', author: 'H. D. Thoreau', code: 'a code' }],
  ['“Emma”|Jane <b>Austen</b>|c', { name: '“Emma”', author: 'Jane <b>Austen</b>', code: 'c' }],
])('splits %s', (input, parts) => {
  expect(readBookInput(input)).toEqual(parts)
})

test.each(['', '|', '||', 'a|b', 'a|b|', ' | |c', 'a|b|c|d'])('refuses %j without quoting it', (input) => {
  expect(() => readBookInput(input)).toThrow(/Please write: Book name\|Book Author\|Code\.$/)
})
