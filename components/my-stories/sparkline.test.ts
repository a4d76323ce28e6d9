import { describeLine } from './sparkline.tsx'

const now = Date.parse('2026-11-26T00:10:00Z')

test.each([
  [[0, 0, 0], 'No reads in the last 3 days.'],
  [[1, 1_200, 3], 'Reads in the last 3 days: 1,204, most on 25 November, 1,200.'],
  // The later one of two days with the most.
  [[7, 0, 7], 'Reads in the last 3 days: 14, most on 26 November, 7.'],
])('%j is described', (reads, words) => {
  expect(describeLine(reads, now)).toBe(words)
})
