import { findSentences } from './find-sentences.ts'

function story(html: string): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = html
  return element
}
const found = (html: string, sentences: string[]) =>
  findSentences(story(html), sentences).map((range) => range && String(range))

test('finds the place of each sentence, across elements', () => {
  const html =
    '<p>The lamp\n turns <em>all</em> night. Nobody <a href="/">sleeps</a>.</p><h2>Later</h2><p>It rained.</p>'
  expect(found(html, ['The lamp turns all night.', 'Nobody sleeps.', 'Later', 'It rained.'])).toEqual([
    'The lamp\n turns all night.',
    'Nobody sleeps.',
    'Later',
    'It rained.',
  ])
})

test('what is read twice is found twice, in its order', () => {
  const [first, second] = findSentences(story('<p>Yes. Yes.</p>'), ['Yes.', 'Yes.'])
  expect([first?.startOffset, second?.startOffset]).toEqual([0, 5])
})

test('skips sentences that are not in the text, and code', () => {
  const html = '<pre>It rained.</pre><p>Nobody knew. It rained.</p>'
  expect(found(html, ['The title', 'Nobody knew.', 'What was changed.', 'It rained.', ''])).toEqual([
    undefined,
    'Nobody knew.',
    undefined,
    'It rained.',
    undefined,
  ])
})
