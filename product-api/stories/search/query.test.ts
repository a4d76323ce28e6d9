import fc from 'fast-check'
import { searchableText } from '../search-index/fold-text.ts'
import { parseQuery, wantedWords } from './query.ts'

const letters = fc.constantFrom(
  ...[
    'a',
    'Z',
    'é',
    'e\u0301',
    'q\u0303',
    'İ',
    'ß',
    'ﬁ',
    'ﷺ',
    '한',
    '\u1112\u1161\u11ab',
    'Å',
    '\u212b',
    'ǆ',
    'Σ',
    'ς',
  ],
  ...[
    '😀',
    '👩‍👩‍👧',
    '🇩🇪',
    '𝕏',
    '𐐀',
    '語',
    'カ',
    'ｶﾞ',
    'ก',
    'ไ',
    '\u0600',
    '\u0301',
    '\u200d',
    '\ufe0f',
    '\u00ad',
    ' ',
    '\u3000',
    '-',
    '"',
  ],
)
const typed = fc.oneof(
  fc.array(letters, { maxLength: 40 }).map((all) => all.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

test('every word is where the query says, whatever was typed', () => {
  fc.assert(
    fc.property(typed, (text) => {
      let last = 0
      for (const { word, start, end } of wantedWords(parseQuery(text).branches)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        expect(searchableText(text.slice(start, end)).replace(/\s+/g, '')).toBe(word)
        last = end
      }
    }),
    { numRuns: 3_000 },
  )
})

test('a word between signs and scripts has its own place', () => {
  const places = wantedWords(parseQuery('😀tosat (İstanbul) 語abcd cafe\u0301s').branches)
  expect(places).toEqual([
    { word: 'tosat', start: 2, end: 7 },
    { word: 'istanbul', start: 9, end: 17 },
    { word: '語', start: 19, end: 20 },
    { word: 'abcd', start: 20, end: 24 },
    { word: 'cafes', start: 25, end: 31 },
  ])
})
