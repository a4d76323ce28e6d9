import fc from 'fast-check'
import { fromEditor } from './from-editor.ts'
import { htmlBounds } from './html-tree.ts'
import { plainText } from './plain-text.ts'
import { sanitiseStory } from './sanitise.ts'
import { randomEditorHtml } from './testing/random-story.ts'
import { randomTags } from './testing/random-tags.ts'
import { normaliseStory, toEditor } from './to-editor.ts'

const ui = '<span class="ql-ui" contenteditable="false"></span>'

/** CPU time of this thread alone, so that a busy machine doesn't fail the test. */
const computedMs = () => process.threadCpuUsage().user / 1_000

describe('what the editor holds', () => {
  test.each([
    [
      'a list of two levels is two real lists',
      `<ol><li data-list="bullet">${ui}a</li><li data-list="ordered" class="ql-indent-1">${ui}b</li><li data-list="bullet">${ui}c</li></ol>`,
      '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>',
    ],
    [
      'a list that skips a level says so',
      `<ol><li data-list="bullet" class="ql-indent-1">${ui}a</li><li data-list="bullet">${ui}b</li><li data-list="bullet" class="ql-indent-2">${ui}c</li></ol>`,
      '<ul><li class="ql-indent-1">a</li><li>b<ul><li class="ql-indent-1">c</li></ul></li></ul>',
    ],
    [
      'a check list keeps what is checked',
      `<ol><li data-list="checked">${ui}a</li><li data-list="unchecked">${ui}b</li></ol>`,
      '<ul><li data-list="checked">a</li><li data-list="unchecked">b</li></ul>',
    ],
    [
      'another kind of list is a list of its own',
      `<ol><li data-list="bullet">${ui}a</li><li data-list="ordered">${ui}b</li></ol>`,
      '<ul><li>a</li></ul><ol><li>b</li></ol>',
    ],
    [
      'code is a pre',
      '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block">a  &lt; b</div><div class="ql-code-block"><br></div><div class="ql-code-block">\tc</div></div>',
      '<pre>a  &lt; b\n\n\tc</pre>',
    ],
    [
      'lines of a quote are one quote',
      '<blockquote>a</blockquote><blockquote>b</blockquote>',
      '<blockquote><p>a</p><p>b</p></blockquote>',
    ],
    [
      'empty paragraphs go at the end only',
      '<p>a</p><p><br></p><p>b</p><p><br></p><p><br></p>',
      '<p>a</p><p><br /></p><p>b</p>',
    ],
    ['nothing is nothing', '<p><br></p>', ''],
    [
      'what is kept comes out as it was',
      '<p>a</p><div class="ql-kept" data-html="&lt;table&gt;&lt;/table&gt;"><table></table></div>',
      '<p>a</p><table></table>',
    ],
    ['a divider is a line', '<p>a</p><hr><p>b</p>', '<p>a</p><hr /><p>b</p>'],
    [
      'a picture without a caption, as wide as the column, is a paragraph',
      '<figure class="ql-picture" data-caption="" contenteditable="false"><img src="/covers/a.webp"><textarea></textarea></figure>',
      '<p><img src="/covers/a.webp" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" /></p>',
    ],
    [
      'a caption and a size make it a figure',
      '<figure class="ql-picture" data-caption="a &lt; b"><img class="picture-wide" src="/covers/a.webp" alt="A"></figure>',
      '<figure><img class="picture-wide" src="/covers/a.webp" alt="A" loading="lazy" decoding="async" referrerpolicy="no-referrer" /><figcaption>a &lt; b</figcaption></figure>',
    ],
    [
      'a picture within a line has no size',
      '<p>a <img class="picture-wide" src="/covers/a.webp"></p>',
      '<p>a <img src="/covers/a.webp" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" /></p>',
    ],
    ['a picture that is being uploaded is not there', '<p>a<span class="ql-upload">12 %</span></p>', '<p>a</p>'],
    [
      'one order of nesting',
      '<p><em><strong>a</strong></em><strong>b</strong></p>',
      '<p><strong><em>a</em>b</strong></p>',
    ],
    ['one space is shown of several', '<p> a  <strong> b</strong> </p>', '<p>a <strong>b</strong></p>'],
    [
      'a colour is written in one way',
      '<p><span style="color: rgb(230, 0, 0);">a</span></p>',
      '<p><span style="color:#e60000">a</span></p>',
    ],
    ['links lead where the sanitiser lets them', '<p><a href="javascript:x">a</a></p>', '<p>a</p>'],
  ])('%s', (_, held, stored) => {
    expect(fromEditor(held)).toBe(stored)
    expect(sanitiseStory(stored)).toBe(stored)
  })
})

describe('for any document of the toolbar', () => {
  const check = (promise: (html: string) => void) => fc.assert(fc.property(randomEditorHtml, promise), { numRuns: 500 })

  test('the sanitiser leaves it as it is', () => {
    check((html) => expect(sanitiseStory(fromEditor(html))).toBe(fromEditor(html)))
  })

  test('a second time changes nothing', () => {
    check((html) => expect(fromEditor(fromEditor(html))).toBe(fromEditor(html)))
  })

  test('the way to the editor and back changes nothing', () => {
    check((html) => expect(normaliseStory(fromEditor(html))).toBe(fromEditor(html)))
  })
})

describe('imported HTML', () => {
  test.each([
    ['a table', '<p>a</p><table><tbody><tr><td>1</td></tr></tbody></table>'],
    ['a figure', '<figure><img src="/covers/a.webp" alt="" /><figcaption>A &amp; b</figcaption></figure><p>a</p>'],
    ['code of another make', '<pre><code>a\n  <span>b</span></code></pre>'],
    ['a rule', '<p>a</p><hr /><p>b</p>'],
    ['a list of several paragraphs', '<ul><li><p>a</p><p>b</p></li></ul>'],
    ['a quote with a list', '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>'],
    ['a video', '<iframe src="https://player.vimeo.com/video/12"></iframe>'],
    ['lines of a poem', '<p>a<br />b</p>'],
  ])('%s survives', (_, html) => {
    const stored = sanitiseStory(html)
    expect(normaliseStory(stored)).toBe(stored)
  })

  test('is written as the editor would write it', () => {
    expect(normaliseStory('<ul>\n<li><p>a <b>b</b></p></li>\n</ul>\nloose <i>words</i>')).toBe(
      '<ul><li>a <strong>b</strong></li></ul><p>loose <em>words</em></p>',
    )
  })
})

const letters = (html: string) => plainText(html).replace(/\s/g, '')

describe('hostile input', () => {
  test.each(['<b>', '<ol><li>', '<blockquote>', '<', '<ol><li data-list="bullet">', '<p>', '<br>', ' '])(
    'two megabytes of %j come back quickly',
    (unit) => {
      const html = unit.repeat(htmlBounds.characters / unit.length)
      const before = computedMs()
      fromEditor(html)
      toEditor(html)
      expect(computedMs() - before).toBeLessThan(2_000)
    },
  )

  test('any tags give what the sanitiser can take, and a second time nothing new', () => {
    const others = [
      ...['<li data-list="bullet" class="ql-indent-3">', '<img src="data:x">', '<script>', '</script>'],
      '<div class="ql-kept" data-html="&lt;p&gt;">',
    ]
    fc.assert(
      fc.property(randomTags(others), (given) => {
        const stored = sanitiseStory(fromEditor(given))
        const once = sanitiseStory(normaliseStory(stored))
        expect(sanitiseStory(normaliseStory(once))).toBe(once)
        // Not a word is lost on the way, however odd the tags.
        expect(letters(once)).toBe(letters(stored))
      }),
      { numRuns: 1_000 },
    )
  })
})
