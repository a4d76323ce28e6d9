import { restartPauseMs } from './restart-pause.ts'

test('an ended program is started again immediately, then with growing pauses up to half a minute, for ever', () => {
  const pauses: number[] = []
  let last: number | undefined
  for (let end = 0; end < 100; end++) {
    last = restartPauseMs(last, 2_000)
    pauses.push(last)
  }
  expect(pauses.slice(0, 3)).toEqual([0, 100, 150])
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses.at(-1)).toBe(30_000)
})

test('a minute of service makes the next end a first one', () => {
  expect(restartPauseMs(30_000, 60_000)).toBe(0)
  expect(restartPauseMs(30_000, 59_999)).toBe(30_000)
})
