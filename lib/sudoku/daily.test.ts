import { lastWeek, levelOf, streakOf, tomorrowOf, untilMidnight } from './daily.ts'

describe('the last seven days', () => {
  test('end with today and say which puzzles were solved on their day', () => {
    expect(lastWeek(new Set(['2026-02-26', '2026-03-01', '2025-03-02']), '2026-03-02')).toEqual([
      { date: '2026-02-24', isSolved: false },
      { date: '2026-02-25', isSolved: false },
      { date: '2026-02-26', isSolved: true },
      { date: '2026-02-27', isSolved: false },
      { date: '2026-02-28', isSolved: false },
      { date: '2026-03-01', isSolved: true },
      { date: '2026-03-02', isSolved: false },
    ])
  })

  test('agree with the streak', () => {
    const solved = new Set(['2026-02-28', '2026-03-01', '2026-03-02'])
    expect(streakOf(solved, '2026-03-02')).toBe(3)
    expect(lastWeek(solved, '2026-03-02').filter(({ isSolved }) => isSolved)).toHaveLength(3)
  })
})

describe('tomorrow’s puzzle', () => {
  test('comes after the last day of a month and of a year too', () => {
    expect(tomorrowOf('2026-02-28')).toBe('2026-03-01')
    expect(tomorrowOf('2026-12-31')).toBe('2027-01-01')
    expect(levelOf(tomorrowOf('2026-11-21'))).toBe('expert')
  })

  test.each([
    ['2026-11-21T16:48:00', '7 hours 12 minutes'],
    ['2026-11-21T22:00:00', '2 hours'],
    ['2026-11-21T22:59:30', '1 hour 1 minute'],
    ['2026-11-21T23:58:00', '2 minutes'],
    ['2026-11-21T23:59:59', '1 minute'],
  ])('at %s it is %s away', (time, wait) => {
    expect(untilMidnight(new Date(time))).toBe(wait)
  })
})
