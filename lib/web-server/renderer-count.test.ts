import { defaultCount, rendererCount } from './renderer-count.ts'

test('a renderer for each core but one, four at most, and no more than there is memory for', () => {
  expect([1, 2, 3, 8].map((cores) => defaultCount(cores, 8_192))).toEqual([1, 1, 2, 4])
  expect([256, 1_024].map((memoryMb) => defaultCount(8, memoryMb))).toEqual([1, 2])
})

test('as many as are set', () => {
  expect(rendererCount({ WEB_RENDERERS: 7 })).toBe(7)
  expect(rendererCount({})).toBeGreaterThan(0)
})
