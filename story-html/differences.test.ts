import fc from 'fast-check'
import { differences } from './differences.ts'
import { randomEditorHtml } from './testing/random-story.ts'

const same = (text: string) => ({ text, kind: 'same' })

/** CPU time of this thread alone, so that a busy machine doesn't fail the test. */
const computedMs = () => process.threadCpuUsage().user / 1_000

test('blocks are kept, added, removed or changed by words', () => {
  expect(
    differences(
      '<h2>Head</h2><p>It rained all day in town.</p><p>Gone for good.</p><ul><li>a</li></ul>',
      '<h2>Head</h2><p>It snowed all day in town.</p><ul><li>a</li><li>b</li></ul>',
    ),
  ).toEqual([
    { kind: 'same', tag: 'h2', runs: [same('Head')] },
    {
      ...{ kind: 'changed', tag: 'p' },
      runs: [
        same('It '),
        { text: 'rained', kind: 'removed' },
        { text: 'snowed', kind: 'added' },
        same(' all day in town.'),
      ],
    },
    { kind: 'removed', tag: 'p', runs: [{ text: 'Gone for good.', kind: 'removed' }] },
    { kind: 'same', tag: 'li', runs: [same('a')] },
    { kind: 'added', tag: 'li', runs: [{ text: 'b', kind: 'added' }] },
  ])
})

test('a change of formatting is one without other words', () => {
  expect(differences('<p>a word</p>', '<p>a <strong>word</strong></p>')).toEqual([
    { kind: 'changed', tag: 'p', runs: [same('a word')] },
  ])
})

test('a picture is what it shows', () => {
  expect(differences('', '<p><img src="/covers/a.webp" alt="A cat"></p>')).toEqual([
    { kind: 'added', tag: 'img', runs: [{ text: 'A cat', kind: 'added' }] },
  ])
})

test('what is not added is what was there, and the other way round', () => {
  const text = (blocks: ReturnType<typeof differences>, without: string) =>
    blocks.flatMap(({ runs }) => runs.filter(({ kind }) => kind !== without).map((run) => run.text)).join('')
  fc.assert(
    fc.property(randomEditorHtml, randomEditorHtml, (before, after) => {
      const found = differences(before, after)
      expect(text(found, 'added')).toBe(text(differences(before, before), ''))
      expect(text(found, 'removed')).toBe(text(differences(after, after), ''))
    }),
    { numRuns: 300 },
  )
})

test('long texts are compared quickly', () => {
  const paragraph = (word: string) => `<p>${`${word} and some more. `.repeat(4_000)}</p>`
  const before = computedMs()
  differences(paragraph('one') + '<p>a b c</p>'.repeat(2_000), paragraph('two') + '<p>c d e</p>'.repeat(2_000))
  expect(computedMs() - before).toBeLessThan(2_000)
})
