import { Content, type ContentPage } from '#contract/contents.ts'
import { markdownCopy } from './markdown-copy.ts'

function copyOf(content: string): string {
  const story = Content.parse({ _id: '1', slug: 'a-story', title: 'A story', category: 'fiction', content })
  return markdownCopy({ ...story, post: story, next: [], by_author: [] } satisfies ContentPage)
}

test.each([
  [
    '<p>See <a href="/article/other?x=1&amp;y=2">the other</a>.</p>',
    '[the other](http://localhost:3000/article/other?x=1&y=2)',
  ],
  ['<p><img src="/covers/lamp.webp" alt="A lamp"></p>', '![A lamp](http://localhost:3000/covers/lamp.webp)'],
  ['<p>See <a href="https://example.com/a">there</a>.</p>', '[there](https://example.com/a)'],
])('%s has an absolute address', (html, markdown) => {
  expect(copyOf(html)).toContain(markdown)
})

test('an address in the text is left as it was written', () => {
  expect(copyOf('<p>Write href="/article/other" there.</p>')).toContain('href="/article/other"')
})

test('the head names the story and its page', () => {
  expect(copyOf('<p>Text.</p>')).toMatch(/^# A story\n[\s\S]*Source: http:\/\/localhost:3000\/article\/a-story\n/)
})
