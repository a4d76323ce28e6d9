import { htmlToMarkdown } from './to-markdown.ts'

test('a story becomes Markdown', () => {
  const html =
    '<h2>Head</h2><p>A <strong>word</strong>.</p><ul><li>one</li></ul><figure><img src="/a.webp" alt="A"><figcaption>Cap</figcaption></figure>' +
    '<iframe src="https://www.youtube.com/embed/abc" title="Embedded video"></iframe><p><s>gone</s></p>'
  expect(htmlToMarkdown(html)).toBe(
    '## Head\n\nA **word**.\n\n-   one\n\n![A](/a.webp)\n\n*Cap*\n\n<https://www.youtube.com/embed/abc>\n\n~~gone~~\n',
  )
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
