import { nextMorning } from './next-morning.ts'

const morning = (timeZone: string, after: string, frequency: 'daily' | 'weekly' = 'daily') =>
  nextMorning({ timeZone, hour: 7, frequency }, new Date(after)).toISOString()

describe('nextMorning', () => {
  test.each([
    ['UTC', '2026-12-02T06:59:59.999Z', '2026-12-02T07:00:00.000Z'],
    ['UTC', '2026-12-02T07:00:00.000Z', '2026-12-03T07:00:00.000Z'],
    ['Asia/Tokyo', '2026-12-02T12:00:00.000Z', '2026-12-02T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-12-02T12:00:00.000Z', '2026-12-03T01:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-12-02T12:00:00.000Z', '2026-12-02T17:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-12-02T12:00:00.000Z', '2026-12-02T18:00:00.000Z'],
    // Clocks go forward and back in the night before.
    ['Europe/Berlin', '2026-03-28T12:00:00.000Z', '2026-03-29T05:00:00.000Z'],
    ['Europe/Berlin', '2026-10-24T12:00:00.000Z', '2026-10-25T06:00:00.000Z'],
    ['Not/A_Zone', '2026-12-02T12:00:00.000Z', '2026-12-03T07:00:00.000Z'],
  ])('in %s after %s is %s', (zone, after, expected) => {
    expect(morning(zone, after)).toBe(expected)
  })

  test('of a weekly digest is the next Monday in the zone', () => {
    expect(morning('UTC', '2026-12-02T12:00:00.000Z', 'weekly')).toBe('2026-12-07T07:00:00.000Z')
    expect(morning('Asia/Tokyo', '2026-12-06T21:59:00.000Z', 'weekly')).toBe('2026-12-06T22:00:00.000Z')
    expect(morning('Asia/Tokyo', '2026-12-06T22:00:00.000Z', 'weekly')).toBe('2026-12-13T22:00:00.000Z')
  })
})
