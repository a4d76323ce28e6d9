import { durationInWords } from './duration-in-words.ts'

test.each([
  [1, '1 second'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [900, '15 minutes'],
  [3_541, '1 hour'],
  [3_600, '1 hour'],
  [5_400, '90 minutes'],
  [21_600, '6 hours'],
  [86_399, '24 hours'],
  [86_400, '24 hours'],
  [200_000, '3 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words)
})
