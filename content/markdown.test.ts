import { markdownToHtml } from './markdown.ts'
import { sanitiseStory } from './sanitise.ts'
import { htmlToMarkdown } from './to-markdown.ts'

test('Markdown becomes the HTML of a story', () => {
  expect(sanitiseStory(markdownToHtml('## Head\n\nA *word* and a [link](/article/x).\n\n- one\n- two\n'))).toBe(
    '<h2>Head</h2>\n<p>A <em>word</em> and a <a href="/article/x">link</a>.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n',
  )
})

test('a story becomes Markdown', () => {
  const html =
    '<h2>Head</h2><p>A <strong>word</strong>.</p><ul><li>one</li></ul><figure><img src="/a.webp" alt="A"><figcaption>Cap</figcaption></figure>' +
    '<iframe src="https://www.youtube.com/embed/abc" title="Embedded video"></iframe><p><s>gone</s></p>'
  expect(htmlToMarkdown(html)).toBe(
    '## Head\n\nA **word**.\n\n-   one\n\n![A](/a.webp)\n\n*Cap*\n\n<https://www.youtube.com/embed/abc>\n\n~~gone~~\n',
  )
})
