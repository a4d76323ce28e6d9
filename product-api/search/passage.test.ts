import fc from 'fast-check'
import { passageWith } from './passage.ts'

describe('passageWith', () => {
  test('is the first sentence that has the word, in any of its forms', () => {
    const text = 'It rained. Two clocks stood in the hall, and neither was right! The third clock was sold.'
    expect(passageWith(text, ['clock'])).toBe('Two clocks stood in the hall, and neither was right!')
    expect(passageWith('Nothing here.', ['clock'])).toBeUndefined()
  })

  test('finds a word whatever its accents and case', () => {
    expect(passageWith('We sat in the CAFÉ. It was late.', ['cafe'])).toBe('We sat in the CAFÉ.')
  })

  test('cuts a long sentence around the word', () => {
    const passage = passageWith(`${'before '.repeat(100)}lighthouse ${'after '.repeat(100)}.`, ['lighthouse']) ?? ''
    expect(passage).toMatch(/^….*lighthouse.*…$/)
    expect([...passage].length).toBeLessThanOrEqual(290)
  })

  test('takes any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 2_000 }),
        fc.array(fc.string({ minLength: 1 })),
        (text, words) => {
          const passage = passageWith(text, words)
          return passage === undefined || [...passage].length <= 2_000
        },
      ),
    )
  })
})
