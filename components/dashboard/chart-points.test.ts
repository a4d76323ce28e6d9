import { chartPoints } from './chart-points.ts'
import { describeFigures } from './figures-over-time.tsx'

const dayMs = 24 * 60 * 60 * 1000
const daysUntil = (last: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    day: new Date(Date.parse(last) - (count - 1 - place) * dayMs).toISOString().slice(0, 10),
    ...{ reads: place, crawler_reads: 1, sign_ups: 0, confirmed_subscribers: 0 },
  }))

describe('the points of a chart', () => {
  test('are the days, and the last is not over', () => {
    const points = chartPoints(daysUntil('2026-11-23', 30))
    expect(points).toHaveLength(30)
    expect(points[0]).toMatchObject({ label: '25 Oct', when: '25 October 2026', reads: 0 })
    expect(points.at(-1)).toMatchObject({ label: '23 Nov', when: '23 November 2026, so far', reads: 29 })
  })

  test('of a year are weeks', () => {
    const points = chartPoints(daysUntil('2026-11-23', 364))
    expect(points).toHaveLength(52)
    expect(points[0]).toMatchObject({ label: '25 Nov', reads: 21, crawler_reads: 7 })
    expect(points.at(-1)?.when).toMatch(/^17\D+23 November 2026, so far$/)
  })
})

test.each([
  [1_204, 1_075, '1,204 reads in the last 30 days, 12% more than in the 30 days before.'],
  [1, 4, '1 read in the last 30 days, 75% fewer than in the 30 days before.'],
  [1_000, 1_001, '1,000 reads in the last 30 days, less than 1% fewer than in the 30 days before.'],
  [50, 4, '50 reads in the last 30 days, 13 times as many as in the 30 days before.'],
  [8, 0, '8 reads in the last 30 days, up from none in the 30 days before.'],
  [0, 0, 'No reads in the last 30 days, and none in the 30 days before.'],
])('%d after %d are described: %#', (now, before, sentence) => {
  expect(describeFigures(now, before, 30, 'read')).toBe(sentence)
})

test('a year is described as 52 weeks', () => {
  expect(describeFigures(2, 2, 364, 'read')).toBe('2 reads in the last 52 weeks, as many as in the 52 weeks before.')
})
