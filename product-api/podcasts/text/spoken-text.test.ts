import fc from 'fast-check'
import { partMost, splitText } from './spoken-text.ts'

const words = fc.constantFrom(
  'A story.',
  'Who? ',
  '“Me,” he said. ',
  '\n',
  '\n\n',
  '# Heading\n',
  ' ',
  'e.g. ',
  '日本。',
  '😀',
  'a'.repeat(300),
  '1.5 ',
  '—',
  ', ',
)
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(words, { maxLength: 40 }).map((all) => all.join('')),
)

test('the parts joined are the text, whatever it is', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(
        splitText(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test('no part is longer than 400 characters, and none ends inside a surrogate pair', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const part of splitText(text)) {
        expect(part.text.trim().length).toBeLessThanOrEqual(partMost)
        expect(part.text.isWellFormed()).toBe(text.isWellFormed())
      }
    }),
  )
})

test('each sentence and heading is a part, with a pause that depends on what follows', () => {
  const text = '# The Harbour\n\nMr. Hall went out. “Why?” she asked.\nNobody knew.\n'
  expect(splitText(text)).toEqual([
    { text: '# The Harbour\n\n', kind: 'heading', pauseMs: 750 },
    { text: 'Mr. Hall went out. ', kind: 'text', pauseMs: 220 },
    { text: '“Why?” she asked.\n', kind: 'text', pauseMs: 520 },
    { text: 'Nobody knew.\n', kind: 'text', pauseMs: 520 },
  ])
})

test('a long sentence is cut behind a clause', () => {
  const clause = `${'word '.repeat(30)}end, `
  const parts = splitText(`${clause.repeat(4)}done.`)
  expect(parts.length).toBeGreaterThan(1)
  for (const { text } of parts.slice(0, -1)) expect(text).toMatch(/, $/)
})

test('an empty text has no parts', () => {
  expect(splitText('')).toEqual([])
})
