import fc from 'fast-check'
import { joinBlocks, splitBlocks } from './blocks.ts'
import { fromEditor } from './from-editor.ts'
import { sanitiseStory } from './sanitise.ts'
import { randomEditorHtml } from './testing/random-story.ts'

test('each paragraph and each line of a list is a block', () => {
  expect(splitBlocks('<p>a</p><ul><li>b<ol><li>c</li></ol></li><li>d</li></ul>')).toEqual([
    '<p>a</p>',
    '<ul><li>b<ol><li>c</li></ol></li></ul>',
    '<ul><li>d</li></ul>',
  ])
})

test('keeps two adjacent lists apart', () => {
  const html = '<ul><li>a</li></ul><ul><li>b</li><li>c</li></ul>'
  expect(splitBlocks(html)).toHaveLength(4)
  expect(joinBlocks(splitBlocks(html))).toBe(html)
})

test('blocks of any document of the editor give it back to the letter', () => {
  fc.assert(
    fc.property(randomEditorHtml, (html) => {
      const stored = fromEditor(html)
      expect(joinBlocks(splitBlocks(stored))).toBe(stored)
    }),
    { numRuns: 500 },
  )
})

test('blocks of any stored HTML give it back to the letter', () => {
  const piece = fc.constantFrom(
    ...['<ul><li>', '</li></ul>', '<ul>\n', '<li>a</li>', '</ul>', '<ol>', '</ol>', '<li>', '</li>', '\n', ' ', 'a'],
    ...[
      '<p>a</p>',
      '<br>',
      '<hr>',
      '<table>',
      '<tr><td>a',
      '</table>',
      '<b>',
      '</b>',
      '&lt;',
      '<ul class="ql-align-center">',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const stored = sanitiseStory(pieces.join(''))
      expect(joinBlocks(splitBlocks(stored))).toBe(stored)
    }),
    { numRuns: 3_000 },
  )
})
