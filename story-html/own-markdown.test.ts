import { ownMarkdownToHtml } from './own-markdown.ts'
import { sanitiseStory } from './sanitise.ts'

test('Markdown becomes the HTML of a story', () => {
  expect(sanitiseStory(ownMarkdownToHtml('## Head\n\nA *word* and a [link](/article/x).\n\n- one\n- two\n'))).toBe(
    '<h2>Head</h2>\n<p>A <em>word</em> and a <a href="/article/x">link</a>.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n',
  )
})
