import { clockTime, spokenTime } from './clock-time.ts'

test.each([
  [0, '0:00', '0 seconds'],
  [65.9, '1:05', '1 minute 5 seconds'],
  [600, '10:00', '10 minutes'],
  [3_605, '1:00:05', '60 minutes 5 seconds'],
  [Number.NaN, '0:00', ''],
])('%d seconds', (seconds, clock, spoken) => {
  expect(clockTime(seconds)).toBe(clock)
  if (Number.isFinite(seconds)) expect(spokenTime(seconds)).toBe(spoken)
})
