import fc from 'fast-check'
import { fold } from '../search-index/fold-text.ts'
import { findPassage, marks, segmentsOf } from './highlight.ts'

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

describe('findPassage', () => {
  test('is the first sentence that has the word, in any of its forms', () => {
    const text = 'It rained. Two clocks stood in the hall, and neither was right! The third clock was sold.'
    expect(findPassage(text, ['clock'])).toBe('Two clocks stood in the hall, and neither was right!')
    expect(findPassage('Nothing here.', ['clock'])).toBeUndefined()
  })

  test('finds a word whatever its accents and case', () => {
    expect(findPassage('We sat in the CAFÉ. It was late.', ['cafe'])).toBe('We sat in the CAFÉ.')
  })

  test('cuts a long sentence around the word', () => {
    const passage = findPassage(`${'before '.repeat(100)}lighthouse ${'after '.repeat(100)}.`, ['lighthouse']) ?? ''
    expect(passage).toMatch(/^….*lighthouse.*…$/)
    expect([...passage].length).toBeLessThanOrEqual(290)
  })

  test('takes any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 2_000 }),
        fc.array(fc.string({ minLength: 1 })),
        (text, words) => {
          const passage = findPassage(text, words)
          return passage === undefined || [...passage].length <= 2_000
        },
      ),
    )
  })
})
