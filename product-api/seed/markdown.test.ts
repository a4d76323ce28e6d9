import { sanitiseStory } from '#story-html/sanitise.ts'
import { markdownToHtml } from './markdown.ts'

test('Markdown becomes the HTML of a story', () => {
  expect(sanitiseStory(markdownToHtml('## Head\n\nA *word* and a [link](/article/x).\n\n- one\n- two\n'))).toBe(
    '<h2>Head</h2>\n<p>A <em>word</em> and a <a href="/article/x">link</a>.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n',
  )
})
