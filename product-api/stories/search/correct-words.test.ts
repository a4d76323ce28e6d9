import fc from 'fast-check'
import { oneSlipAway, slipsBetween } from './correct-words.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'z'), minLength: 4, maxLength: 8 })

test.each([
  ['world', 'world', 0],
  ['wrold', 'world', 1],
  ['wold', 'world', 1],
  ['worlds', 'world', 1],
  ['world', 'wxyld', 2],
  ['abcd', 'badc', 2],
])('%s and %s are %i slips apart', (one, other, slips) => {
  expect(slipsBetween(one, other)).toBe(slips)
})

test('every word one slip away is one slip away', () => {
  fc.assert(
    fc.property(word, (given) => {
      for (const near of oneSlipAway(given)) expect(slipsBetween(given, near)).toBe(1)
    }),
    { numRuns: 30 },
  )
})

test('what one slip made, one slip finds', () => {
  fc.assert(
    fc.property(word, fc.nat(), (given, choice) => {
      const all = oneSlipAway(given)
      const slipped = all[choice % all.length] ?? ''
      expect(oneSlipAway(slipped)).toContain(given)
    }),
  )
})
