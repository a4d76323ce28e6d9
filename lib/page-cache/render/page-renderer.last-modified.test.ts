import { LastModified } from './page-renderer.ts'

const noon = Date.UTC(2026, 10, 23, 12)

test('a page that is made again without a change keeps its date, and a changed one gets a later date', () => {
  const times = new LastModified()
  const first = times.of('/', 'a', noon + 200)
  expect(first).toBe(noon + 1_000)
  expect(times.of('/', 'a', noon + 60_000)).toBe(first)
  expect(times.of('/', 'b', noon + 60_000)).toBe(noon + 61_000)
})

test('a change just when a date begins does not share it', () => {
  const times = new LastModified()
  expect(times.of('/', 'a', noon + 999)).toBe(noon + 1_000)
  expect(times.of('/', 'b', noon + 1_000)).toBe(noon + 2_000)
})

test('each address has its own', () => {
  const times = new LastModified()
  times.of('/', 'a', noon)
  expect(times.of('/books', 'a', noon + 5_000)).toBe(noon + 6_000)
})
