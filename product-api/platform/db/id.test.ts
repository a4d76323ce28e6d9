import { isId, newId } from './id.ts'

test('ids are UUIDs of version 7 that sort by time and never repeat', () => {
  const early = newId(new Date(Date.UTC(2020, 0, 1)))
  const late = newId(new Date(Date.UTC(2030, 0, 1)))
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(early < late).toBe(true)
  expect(new Set(Array.from({ length: 1_000 }, () => newId())).size).toBe(1_000)
})

test.each(['', 'x', '00000000-0000-7000-8000-00000000000', "00000000-0000-7000-8000-000000000000'"])(
  '%j is no id',
  (text) => {
    expect(isId(text)).toBe(false)
  },
)
