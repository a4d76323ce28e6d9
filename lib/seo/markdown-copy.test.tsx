import { marked } from 'marked'
import { Story, type StoryPage } from '#contract/stories.ts'
import { markdownCopy } from './markdown-copy.ts'

function copyOf(content: string, head: Partial<Story> = {}): string {
  const story = Story.parse({ _id: '1', slug: 'a-story', title: 'A story', category: 'fiction', content, ...head })
  return markdownCopy({ ...story, post: story, next: [], by_author: [] } satisfies StoryPage)
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

test('the kicker is above the title', () => {
  expect(copyOf('<p>Text.</p>', { kicker: 'Notes *from* a lobby' })).toMatch(
    /^\*\*Notes \\\*from\\\* a lobby\*\*\n\n# A story\n/,
  )
})

describe('what looks like HTML stays text for a reader that shows Markdown as HTML', () => {
  const hostile = '<img src=x onerror=alert(1)> &lt;b&gt; **x** <!-- <script>alert(1)</script>'
  const written = hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

  function shown(markdown: string): HTMLElement {
    const { body } = new DOMParser().parseFromString(marked.parse(markdown, { async: false }), 'text/html')
    expect(body.querySelectorAll('[onerror], script, b')).toHaveLength(0)
    return body
  }

  test.each(['h2', 'p', 'blockquote', 'figcaption', 'strong', 'td', 'sub'])('in a %s', (name) => {
    const story = name === 'td' ? `<table><tr><td>${written}</td></tr></table>` : `<${name}>${written}</${name}>`
    expect(shown(copyOf(story)).textContent).toContain(hostile)
  })

  test.each([
    ['a picture', (alt: string) => `<p><img src="/covers/a.webp" alt="${alt}"></p>`],
    [
      'a picture in a table',
      (alt: string) => `<table><tr><td><img src="/covers/a.webp" alt="${alt}"></td></tr></table>`,
    ],
  ])('in the alternative text of %s, on whatever lines', (_, html) => {
    const body = shown(copyOf(html(`a\n\n${written}`)))
    expect(body.querySelectorAll('img')).toHaveLength(1)
    expect(body.querySelector('img')?.getAttribute('alt')).toContain('<img src=x onerror=alert(1)>')
  })

  test('in a title, a subtitle and a name', () => {
    const body = shown(copyOf('<p>Text.</p>', { title: hostile, sub_title: hostile, author_name: hostile }))
    expect(body.querySelector('h1')?.textContent).toBe(hostile)
    expect(body.querySelector('em')?.textContent).toBe(hostile)
    expect(body.textContent).toContain(`By ${hostile}`)
  })

  test('in the address of a link or a picture', () => {
    const html = '<p><a href="/a/(<img/src=x/onerror=alert(1)>">a</a><img src="/covers/a)(<img/onerror=b>.webp"></p>'
    const body = shown(copyOf(html.replaceAll('<img/', '&lt;img/')))
    expect(body.querySelector('a[href*="/a/"]')?.getAttribute('href')).toBe(
      'http://localhost:3000/a/%28%3cimg/src=x/onerror=alert%281%29%3e',
    )
  })
})
