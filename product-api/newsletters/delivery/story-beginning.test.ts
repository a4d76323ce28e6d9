import { composeMail } from '#platform/mail/compose.ts'
import { sanitiseStory as sanitise } from '#story-html/sanitise.ts'
import { storyBeginning } from './story-beginning.ts'

const story = { publicUrl: 'https://bytewise.example', url: 'https://bytewise.example/article/one' }

describe("a story's beginning in an email", () => {
  test('keeps paragraphs, headings, lists, quotes and code', () => {
    const html =
      '<p>One<br>two</p><h2>Three</h2><ol><li>four</li><li>five<ul><li>six</li></ul></li></ol><ul><li>seven</li></ul><blockquote>eight</blockquote><pre>nine</pre>'
    expect(storyBeginning(html, story)).toMatchObject([
      { kind: 'paragraph', words: [{ text: 'One' }, '\n', { text: 'two' }] },
      { kind: 'heading', words: [{ text: 'Three' }] },
      {
        kind: 'list',
        isNumbered: true,
        entries: [[{ text: 'four' }], [{ text: 'five' }, '\n– ', { text: 'six' }]],
      },
      { kind: 'list', isNumbered: false, entries: [[{ text: 'seven' }]] },
      { kind: 'quote', words: [{ text: 'eight' }] },
      { kind: 'code', text: 'nine' },
    ])
  })

  test('links lead to whole addresses; one that an email cannot have is its words', () => {
    const html =
      '<p><a href="/article/two">a</a><a href="mailto:x@example.com">c</a><a href="https://e.test/d">d</a></p>'
    const [block] = storyBeginning(html, story)
    expect(block).toMatchObject({
      words: [
        { text: 'a', url: 'https://bytewise.example/article/two' },
        { text: 'c', url: 'mailto:x@example.com' },
        { text: 'd', url: 'https://e.test/d' },
      ],
    })
    const odd = storyBeginning('<p><a href="https:evil">x</a><a href="https://e.test/&quot;y">y</a></p>', story)
    expect(JSON.stringify(odd)).not.toContain('https:')
  })

  test('pictures of the site are shown, others are not: they would tell that the email was opened', () => {
    const html = '<p>One <img src="/covers/two.webp" alt="Two"> <img src="https://evil.test/pixel.gif" alt="x"></p>'
    const blocks = storyBeginning(html, story)
    expect(blocks).toMatchObject([
      { kind: 'paragraph' },
      { kind: 'picture', url: 'https://bytewise.example/covers/two-960.webp', alt: 'Two', linkUrl: story.url },
    ])
    expect(JSON.stringify(blocks)).not.toContain('evil')
  })

  test('a table is its words, a video leads to the story', () => {
    const html =
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table><iframe class="ql-video" src="https://www.youtube.com/embed/abc-1"></iframe>'
    expect(storyBeginning(html, story)).toEqual([
      { kind: 'paragraph', words: 'a b' },
      { kind: 'paragraph', words: [{ text: 'Watch the video in the story', url: story.url }] },
    ])
  })

  test('what a hostile writer sends becomes an email anyway', () => {
    const texts = ['<script>alert(1)</script><p>x\u0000\u202e</p>', '<p><a href="javascript:alert(1)">x</a></p>', '']
    for (const text of [...texts, '<p>'.repeat(5_000), '<li>'.repeat(1_000), 'x'.repeat(500_000)]) {
      const blocks = storyBeginning(sanitise(text), story)
      const site = { productName: 'B', publicUrl: story.publicUrl, contactEmail: 'a@b.example' }
      const { html } = composeMail(site, { subject: 's', preview: 'p', heading: 'h', blocks, reason: 'r' })
      expect(html).not.toMatch(/javascript:|<script/)
      expect(html.length).toBeLessThan(60_000)
    }
  })
})
