import { dayInWords, formatDay, timeInWords } from './format-date-time.ts'

const eve = new Date(2026, 11, 31, 8, 5)

test('a day and a time of this year need no year', () => {
  expect(dayInWords(eve, new Date(2026, 0, 1))).toBe('31 December')
  expect(timeInWords(eve, new Date(2026, 0, 1))).toBe('31 December, 08:05')
})

test('those of another year have it', () => {
  expect(dayInWords(eve, new Date(2027, 0, 1))).toBe('31 December 2026')
  expect(timeInWords(new Date(2027, 0, 1, 0, 5), eve)).toBe('1 January 2027, 00:05')
})

test('a whole day always has its year', () => {
  expect(formatDay(eve.toISOString())).toBe('31 December 2026')
})
