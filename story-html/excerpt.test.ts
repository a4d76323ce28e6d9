import fc from 'fast-check'
import { excerpt, truncate } from './excerpt.ts'

describe('excerpt', () => {
  test('is the first two sentences', () => {
    expect(excerpt('It rained. We stayed in! Then it stopped.')).toBe('It rained. We stayed in!')
  })

  test.each([
    ['Mr. Smith went home. He slept. He woke.', 'Mr. Smith went home. He slept.'],
    ['See e.g. The Times. It says so. Really.', 'See e.g. The Times. It says so.'],
    ['J. R. R. Tolkien wrote it. We read it. Twice.', 'J. R. R. Tolkien wrote it. We read it.'],
    ['The U.S. Army came. It left. It came back.', 'The U.S. Army came. It left.'],
    ['“Who?” he asked. Nobody knew. Silence.', '“Who?” he asked. Nobody knew.'],
  ])('knows abbreviations: %s', (text, first) => {
    expect(excerpt(text)).toBe(first)
  })

  test('passes over headings', () => {
    expect(excerpt('Chapter one\nIt rained. We stayed in.\nMore follows.')).toBe('It rained. We stayed in.')
  })

  test('takes what there is if nothing is a sentence', () => {
    expect(excerpt('roses are red\nviolets are blue\nsugar')).toBe('roses are red violets are blue')
  })

  test.each([
    ['“Come in. Sit down. You are late,” she said. He sat.', '“Come in. Sit down. You are late,” she said.'],
    ['He read it. "One. Two. Three." That was all.', 'He read it. "One. Two. Three."'],
    ['« Un. Deux. Trois. » Fin.', '« Un. Deux. Trois. » Fin.'],
    ['It is 5" wide. It is 3" high. It is red.', 'It is 5" wide. It is 3" high.'],
    ['It is the dogs’ bowl. It isn’t ours. Really.', 'It is the dogs’ bowl. It isn’t ours.'],
    ['“One.\n“Two.\n“Three,” he said. The end.', '“One. “Two. “Three,” he said.'],
  ])('goes on to the end of a quotation: %s', (text, whole) => {
    expect(excerpt(text)).toBe(whole)
  })

  test('closes a quotation that has no end, or one that is too far away', () => {
    expect(excerpt('“Come in. Sit down. And then nobody spoke.')).toBe('“Come in. Sit down.”')
    const far = excerpt(`He began. “It was so. ${'And so it went on. '.repeat(40)}” He stopped.`)
    expect(far).toBe('He began. “It was so.”')
    const long = excerpt(`“${'word '.repeat(200)}end.” Next.`)
    expect(long).toMatch(/word…”$/)
    expect([...long].length).toBeLessThanOrEqual(400)
  })

  test('never leaves a quotation open, whatever the text', () => {
    const words = fc.constantFrom('one', 'two', 'Three', 'four.', 'Five!', 'six?', '“', '”', '“Seven', 'eight.”', '\n')
    fc.assert(
      fc.property(fc.array(words, { maxLength: 300 }), (parts) => {
        const made = excerpt(parts.join(' '))
        expect(made.lastIndexOf('“')).toBeLessThanOrEqual(made.lastIndexOf('”'))
        expect([...made].length).toBeLessThanOrEqual(400)
      }),
    )
  })

  test('ends a long one at a word', () => {
    const long = excerpt(`${'word '.repeat(200)}end. Next.`)
    expect([...long].length).toBeLessThanOrEqual(400)
    expect(long).toMatch(/word…$/)
  })

  test('never splits a character, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), (text) => {
        expect(excerpt(text).isWellFormed()).toBe(true)
        expect([...excerpt(text)].length).toBeLessThanOrEqual(400)
      }),
    )
  })
})

test('truncate cuts between code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(60), (text, most) => {
      const cut = truncate(text, most)
      expect(cut.isWellFormed()).toBe(true)
      expect([...cut]).toEqual([...text].slice(0, most))
    }),
  )
})
