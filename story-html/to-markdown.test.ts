import { htmlToMarkdown } from './to-markdown.ts'

test('a story becomes Markdown', () => {
  const html =
    '<h2>Head</h2><p>A <strong>word</strong>.</p><ul><li>one</li></ul><figure><img src="/a.webp" alt="A"><figcaption>Cap</figcaption></figure>' +
    '<iframe src="https://www.youtube.com/embed/abc" title="Embedded video"></iframe><hr /><p><s>gone</s></p>'
  expect(htmlToMarkdown(html)).toBe(
    '## Head\n\nA **word**.\n\n-   one\n\n![A](/a.webp)\n\n*Cap*\n\n<https://www.youtube.com/embed/abc>\n\n---\n\n~~gone~~\n',
  )
})

test('code is kept to the letter, in a fence that it cannot end', () => {
  expect(htmlToMarkdown('<p>a</p><pre>let a_b = 1 * 2\n\n  `c` &lt; 3</pre><p>b</p>')).toBe(
    'a\n\n```\nlet a_b = 1 * 2\n\n  `c` < 3\n```\n\nb\n',
  )
  expect(htmlToMarkdown('<pre>```\n# no\n```</pre>')).toBe('````\n```\n# no\n```\n````\n')
})

test('nested lists stay nested, and a check list says what is done', () => {
  const html =
    '<ul><li data-list="checked">a<ol><li>b</li><li>c</li></ol></li><li data-list="unchecked">d<ul><li data-list="checked">e</li></ul></li></ul>'
  expect(htmlToMarkdown(html)).toBe('-   [x] a\n    1.  b\n    2.  c\n-   [ ] d\n    -   [x] e\n')
})

test('a long story keeps its formatting from the first block to the last', () => {
  const html = Array.from({ length: 1_000 }, (_, index) => `<p>Paragraph <b>${index}</b> and <i>more</i>.</p>`).join('')
  const blocks = htmlToMarkdown(html).trimEnd().split('\n\n')
  expect(blocks).toHaveLength(1_000)
  for (const [index, block] of blocks.entries()) expect(block).toBe(`Paragraph **${index}** and *more*.`)
})

test('a list of a thousand lines is given as its words', () => {
  const markdown = htmlToMarkdown(
    `<p>Before <b>it</b></p><ul>${'<li>* a</li>'.repeat(1_000)}</ul><p>After <b>it</b></p>`,
  )
  expect(markdown).toMatch(/\\\* a\n\n\\\* a/)
  expect(markdown.match(/\\\* a/g)).toHaveLength(1_000)
})
