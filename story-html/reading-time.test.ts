import { countWords, readingMinutes } from './reading-time.ts'

test.each([
  ['', 0],
  ["Don't panic: it's 3 o'clock.", 5],
  ['Привет, мир', 2],
  ['吾輩は猫である', 4],
  ['well-known words', 2],
])('%j has so many words', (text, words) => {
  expect(countWords(text)).toBe(words)
})

test('reads 230 words a minute, and never less than a minute', () => {
  expect(readingMinutes(0)).toBe(1)
  expect(readingMinutes(230 * 4)).toBe(4)
})
