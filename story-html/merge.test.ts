import fc from 'fast-check'
import { joinBlocks, splitBlocks } from './blocks.ts'
import { type Merge, mergeText, resolve } from './merge.ts'

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')
const base = paragraphs('one', 'two', 'three', 'four')

describe('changes in different places meet', () => {
  test.each([
    [
      'two paragraphs',
      paragraphs('ONE', 'two', 'three', 'four'),
      paragraphs('one', 'two', 'three', 'FOUR'),
      paragraphs('ONE', 'two', 'three', 'FOUR'),
    ],
    [
      'neighbours',
      paragraphs('ONE', 'two', 'three', 'four'),
      paragraphs('one', 'TWO', 'three', 'four'),
      paragraphs('ONE', 'TWO', 'three', 'four'),
    ],
    [
      'one taken out, one put in',
      paragraphs('two', 'three', 'four'),
      paragraphs('one', 'two', 'three', 'new', 'four'),
      paragraphs('two', 'three', 'new', 'four'),
    ],
    [
      'the same change on both sides',
      paragraphs('ONE', 'two', 'three', 'four'),
      paragraphs('ONE', 'two', 'three', '4'),
      paragraphs('ONE', 'two', 'three', '4'),
    ],
  ])('%s', (_, mine, theirs, merged) => {
    expect(mergeText(base, mine, theirs)).toEqual({ merged })
  })

  test('lines of one list', () => {
    const list = '<ul><li>a</li><li>b</li><li>c</li></ul>'
    expect(
      mergeText(list, '<ul><li>A</li><li>b</li><li>c</li></ul>', '<ul><li>a</li><li>b</li><li>c</li><li>d</li></ul>'),
    ).toEqual({
      merged: '<ul><li>A</li><li>b</li><li>c</li><li>d</li></ul>',
    })
  })
})

describe('what both changed otherwise is a collision', () => {
  test('of the one paragraph, and a writer decides it', () => {
    const merge = mergeText(
      base,
      paragraphs('one', 'mine', 'three', 'four'),
      paragraphs('one', 'theirs', 'three', 'FOUR'),
    )
    const pieces = [
      '<p>one</p>',
      { base: '<p>two</p>', mine: '<p>mine</p>', theirs: '<p>theirs</p>' },
      '<p>three</p><p>FOUR</p>',
    ]
    expect(merge).toEqual({ pieces })
    expect(resolve(pieces, ['mine'])).toBe(paragraphs('one', 'mine', 'three', 'FOUR'))
    expect(resolve(pieces, ['theirs'])).toBe(paragraphs('one', 'theirs', 'three', 'FOUR'))
    expect(resolve(pieces, ['both'])).toBe(paragraphs('one', 'mine', 'theirs', 'three', 'FOUR'))
  })

  test('a change and a removal, and two additions at one place', () => {
    expect(
      mergeText(base, paragraphs('one', 'three', 'four'), paragraphs('one', 'TWO', 'three', 'four')),
    ).toHaveProperty('pieces')
    expect(mergeText(base, `${base}<p>mine</p>`, `${base}<p>theirs</p>`)).toHaveProperty('pieces')
  })

  test('within a list it stays one list', () => {
    const merge = mergeText(
      '<ul><li>a</li><li>b</li><li>c</li></ul>',
      '<ul><li>a</li><li>mine</li><li>c</li></ul>',
      '<ul><li>a</li><li>theirs</li><li>c</li></ul>',
    )
    if (!('pieces' in merge)) throw new Error('It merged.')
    expect(resolve(merge.pieces, ['theirs'])).toBe('<ul><li>a</li><li>theirs</li><li>c</li></ul>')
  })
})

describe('for any three texts', () => {
  const block = fc.constantFrom(
    ...['a', 'b', 'c', 'd', 'e', '<br />'].map((text) => `<p>${text}</p>`),
    ...['a', 'b', 'c'].map((text) => `<ul><li>${text}</li></ul>`),
    '<ol><li>a</li></ol>',
  )
  const text = fc.array(block, { maxLength: 12 }).map(joinBlocks)
  const texts = { numRuns: 2_000 }

  test('a side that changed nothing changes nothing', () => {
    fc.assert(
      fc.property(text, text, (original, other) => {
        expect(mergeText(original, other, original)).toEqual({ merged: other })
        expect(mergeText(original, original, other)).toEqual({ merged: other })
        expect(mergeText(original, other, other)).toEqual({ merged: other })
      }),
      texts,
    )
  })

  test('what either side wrote is in the text or in a collision', () => {
    const blocksOf = (merge: Merge) =>
      'merged' in merge
        ? splitBlocks(merge.merged)
        : merge.pieces.flatMap((piece) =>
            typeof piece === 'string' ? splitBlocks(piece) : [...splitBlocks(piece.mine), ...splitBlocks(piece.theirs)],
          )
    fc.assert(
      fc.property(text, text, text, (original, mine, theirs) => {
        const left = blocksOf(mergeText(original, mine, theirs)).filter(Boolean)
        const had = new Set(splitBlocks(original))
        const written = new Set([...splitBlocks(mine), ...splitBlocks(theirs)].filter((one) => one && !had.has(one)))
        for (const one of written) expect(left).toContain(one)
      }),
      texts,
    )
  })

  test('gives the same result whichever side is named first', () => {
    const turned = (merge: Merge): Merge =>
      'merged' in merge
        ? merge
        : {
            pieces: merge.pieces.map((piece) =>
              typeof piece === 'string' ? piece : { base: piece.base, mine: piece.theirs, theirs: piece.mine },
            ),
          }
    fc.assert(
      fc.property(text, text, text, (original, mine, theirs) => {
        expect(turned(mergeText(original, theirs, mine))).toEqual(mergeText(original, mine, theirs))
      }),
      texts,
    )
  })

  test('keeps both edits of different blocks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), fc.nat(), fc.nat(), (size, first, second) => {
        const [mineAt, theirsAt] = [first % size, second % size]
        fc.pre(mineAt !== theirsAt)
        const original = Array.from({ length: size }, (_, at) => `<p>${at}</p>`)
        const edited = (...edits: [number, string][]) => {
          const blocks = [...original]
          for (const [at, html] of edits) blocks[at] = html
          return blocks.join('')
        }
        const [mine, theirs]: [number, string][] = [
          [mineAt, '<p>mine</p>'],
          [theirsAt, '<p>theirs</p>'],
        ]
        expect(mergeText(original.join(''), edited(mine as never), edited(theirs as never))).toEqual({
          merged: edited(mine as never, theirs as never),
        })
      }),
    )
  })
})

describe('two thousand blocks', () => {
  const long = Array.from({ length: 2_000 }, (_, at) => `<p>Paragraph ${at} has some words.</p>`)
  const every = (step: number, word: string) =>
    long.map((html, at) => (at % step === 0 ? html.replace('some', word) : html))
  test.each([
    ['edited here and there', every(20, 'my').join(''), every(21, 'their').join('')],
    [
      'written anew',
      long.map((_, at) => `<p>mine ${at}</p>`).join(''),
      long.map((_, at) => `<p>theirs ${at}</p>`).join(''),
    ],
    ['turned round', [...long].reverse().join(''), every(3, 'their').join('')],
    ['empty lines', '<p><br /></p>'.repeat(1_999), '<p><br /></p>a'.repeat(999)],
  ])('%s merge before a test would time out', (_, mine, theirs) => {
    expect(mergeText(long.join(''), mine, theirs)).toBeDefined()
  })
})
