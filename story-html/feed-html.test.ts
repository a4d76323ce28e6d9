import { feedHtml } from './feed-html.ts'
import { fromEditor } from './from-editor.ts'
import { sanitiseStory } from './sanitise.ts'

const feed = (html: string) => feedHtml(sanitiseStory(fromEditor(html)), (path) => `https://example.com${path}`)

test('a check list says what is done', () => {
  expect(
    feed('<ol><li data-list="checked">a</li><li class="ql-indent-1" data-list="unchecked"><b>b</b></li></ol>'),
  ).toBe('<ul><li>☑ a<ul><li>☐ <strong>b</strong></li></ul></li></ul>')
})

test('lists stay nested, code and the sixth heading stay what they are', () => {
  expect(
    feed(
      '<ol><li data-list="bullet">a</li><li class="ql-indent-1" data-list="ordered">b</li></ol><pre>a  b\n\tc</pre><h6 class="ql-header-6">d</h6>',
    ),
  ).toBe('<ul><li>a<ol><li>b</li></ol></li></ul><pre>a  b\n\tc</pre><h6>d</h6>')
})

test('an uploaded picture appears once, at its whole address', () => {
  const path = `/uploads/${'0'.repeat(32)}-1440x720.webp`
  expect(feed(`<p><img src="${path}" alt="A lamp"></p>`)).toBe(
    `<p><img src="https://example.com${path}" alt="A lamp" width="1440" height="720" /></p>`,
  )
})

test('a divider and a caption stay, and the size of a picture is left to the reader', () => {
  expect(
    feed(
      '<p>a</p><hr><figure><img class="picture-wide" src="/covers/a.webp" alt="A"><figcaption>b</figcaption></figure>',
    ),
  ).toBe(
    '<p>a</p><hr /><figure><img src="https://example.com/covers/a.webp" alt="A" /><figcaption>b</figcaption></figure>',
  )
})
