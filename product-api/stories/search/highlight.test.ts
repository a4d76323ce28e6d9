import fc from 'fast-check'
import { fold } from '../search-index/searchable-text.ts'
import { marks, segmentsOf } from './highlight.ts'

test('the segments put together are the original, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (original) => {
      const text = original.normalize('NFC')
      const folded = fold(text)
      const segments = segmentsOf(text, `${marks[0]}${folded.slice(0, 3)}${marks[1]}${folded.slice(3)}`)
      expect(segments.map((segment) => segment.text).join('')).toBe(text)
    }),
  )
})

test('folding keeps every place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect([...fold(text)].length).toBe([...text.normalize('NFC')].length)
    }),
  )
})
