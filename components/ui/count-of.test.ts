import { countOf, countOrNone } from './count-of.ts'

test.each([
  [0, '0 stories', 'No stories yet'],
  [1, '1 story', '1 story'],
  [2, '2 stories', '2 stories'],
  [12_000, '12,000 stories', '12,000 stories'],
])('%i is counted in words', (count, words, orNone) => {
  expect(countOf(count, 'story', 'stories')).toBe(words)
  expect(countOrNone(count, 'story', 'stories')).toBe(orNone)
})

test('many are one with an s, if nothing else is said', () => {
  expect(countOf(2, 'follower')).toBe('2 followers')
  expect(countOrNone(0, 'follower')).toBe('No followers yet')
})
