import fc from 'fast-check'
import { cleanPasted, looksLikeMarkdown, plainTextToHtml } from './clean-pasted.ts'
import { markdownToHtml } from './markdown-to-html.ts'
import { plainText } from './plain-text.ts'
import { sanitiseStory } from './sanitise.ts'
import { randomTags } from './testing/random-tags.ts'
import { normaliseStory } from './to-editor.ts'

const clean = (html: string) => cleanPasted(html)?.html

describe('from Word', () => {
  const word = (body: string) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0} --></style><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--></head><body lang=EN-US><!--StartFragment-->${body}<!--EndFragment--></body></html>`
  const listLine = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraph style='margin-left:.5in;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`

  test('its paragraphs lose their looks and keep what is said', () => {
    expect(
      clean(
        word(
          `<h1>Report<o:p></o:p></h1><h2><b>Part</b></h2><p class=MsoNormal><span style='font-size:12.0pt;font-family:"Calibri";color:black'>Some <b>bold</b>, <i>slanted</i> and <span style='color:red'>red</span>\nwords.</span><o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal align=center style='text-align:center'>Centred</p>`,
        ),
      ),
    ).toBe(
      '<h2>Report</h2><h3>Part</h3><p>Some <strong>bold</strong>, <em>slanted</em> and <span style="color:red">red</span> words.</p><p class="ql-align-center">Centred</p>',
    )
  })

  test('its lists are lists', () => {
    expect(clean(word(listLine(1, '·', 'one') + listLine(2, 'o', 'deeper') + listLine(1, '·', 'two')))).toBe(
      '<ul><li>one<ul><li>deeper</li></ul></li><li>two</li></ul>',
    )
    expect(clean(word(listLine(1, '1.', 'one') + listLine(1, '2.', 'two')))).toBe('<ol><li>one</li><li>two</li></ol>')
  })

  test('its pictures are on another disk', () => {
    expect(cleanPasted(word('<p>a<img width=10 src="file:///C:/a.png"></p>'))).toEqual({
      ...{ html: '<p>a</p>', pictures: [], lostPictures: 1 },
    })
  })
})

test('from Google Docs: the wrapper is not bold, and spans say what they look like', () => {
  expect(
    clean(
      `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400;color:#000000">Head</span></h2><p dir="ltr"><span style="font-weight:700;font-style:normal;color:#000000;background-color:transparent">Bold</span><span style="font-weight:400;font-style:italic"> and slanted</span><span style="text-decoration:line-through;color:#ff0000"> gone</span> <a href="https://www.google.com/url?q=https://example.com/a&amp;sa=D" style="text-decoration:none"><span style="color:#1155cc;text-decoration:underline">link</span></a></p><br /><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><ul><li dir="ltr" aria-level="2"><p><span>deeper</span></p></li></ul></ul></b>`,
    ),
  ).toBe(
    '<h2>Head</h2><p><strong>Bold</strong><em> and slanted</em><s><span style="color:#ff0000"> gone</span></s> <a href="https://example.com/a" rel="noopener noreferrer nofollow ugc" target="_blank">link</a></p><ul><li>one<ul><li>deeper</li></ul></li></ul>',
  )
})

test('from Notion: check lists, code and quotes', () => {
  expect(
    clean(
      '<!-- notionvc: 1 --><h1>Page</h1><ul><li><input type="checkbox" checked disabled> done</li><li><input type="checkbox" disabled> open</li></ul><pre><code class="language-js">let a = 1\n  b()</code></pre><blockquote><p>said</p><p>again</p></blockquote><p>See <code>this</code>.</p>',
    ),
  ).toBe(
    '<h2>Page</h2><ul><li data-list="checked">done</li><li data-list="unchecked">open</li></ul><pre>let a = 1\n  b()</pre><blockquote><p>said</p><p>again</p></blockquote><p>See <code>this</code>.</p>',
  )
})

test('from a web page: what is not text goes, tables and figures stay', () => {
  expect(
    clean(
      '<div class="x"><nav><button>Menu</button></nav><div>One<br><br>Two<br>three</div><table><colgroup><col></colgroup><thead><tr><th>A</th></tr></thead><tbody><tr><td colspan="2"><p>1</p><p>2</p></td></tr></tbody></table><figure><img src="https://example.com/a.png" alt="x"><figcaption>Cap</figcaption></figure><script>alert(1)</script><iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe><p onclick="x">end</p></div>',
    ),
  ).toBe(
    '<p>One</p><p>Two<br />three</p><table><tbody><tr><th>A</th></tr><tr><td colspan="2">1<br />2</td></tr></tbody></table><figure><img src="https://example.com/a.png" alt="x" loading="lazy" decoding="async" referrerpolicy="no-referrer" /><figcaption>Cap</figcaption></figure><iframe class="ql-video" src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Embedded video" loading="lazy" sandbox="allow-scripts allow-same-origin allow-presentation" allowfullscreen></iframe><p>end</p>',
  )
})

test('from a code editor: code', () => {
  expect(
    clean(
      `<div style="color: #ccc;background-color: #1e1e1e;font-family: Menlo, Monaco, monospace;white-space: pre;"><div><span style="color: #569cd6;">if</span> (a &lt; b) {</div><div>  c()</div><div>}</div></div>`,
    ),
  ).toBe('<pre>if (a &lt; b) {\n  c()\n}</pre>')
})

test('takes out the pictures that came with the text, to be uploaded', () => {
  expect(cleanPasted('<p>a<img src="data:image/png;base64,AAAA">b</p>')).toEqual({
    html: '<p>a</p><img data-pasted="0" /><p>b</p>',
    pictures: ['data:image/png;base64,AAAA'],
    lostPictures: 0,
  })
})

describe('plain text', () => {
  test('an empty line ends a paragraph, or every line does', () => {
    expect(plainTextToHtml('a\nb\n\nc <d>')).toBe('<p>a<br />b</p><p>c &lt;d&gt;</p>')
    expect(plainTextToHtml('a\nb\n')).toBe('<p>a</p><p>b</p>')
  })

  test.each([
    ['# Head\n\ntext', true],
    ['- a\n- b', true],
    ['1. a\n2. b', true],
    ['> said', true],
    ['```\ncode\n```', true],
    ['some **bold** and [a link](https://example.com)', true],
    ['- a dash once', false],
    ['5 * 3 and #1 of 2', false],
    ['Just words.\nMore words.', false],
    ['It was 2020.\n2020. A year.', false],
  ])('%j is Markdown: %s', (text, is) => {
    expect(looksLikeMarkdown(text)).toBe(is)
  })

  test('Markdown becomes what it says', () => {
    expect(
      markdownToHtml(
        '# Head\n\nSome **bold** [link](/a) `code`.\n\n- one\n  - deeper\n- [x] done\n\n1. first\n\n> said\n\n```js\na < b\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\n![alt](https://example.com/a.png)',
      ),
    ).toBe(
      '<h2>Head</h2><p>Some <strong>bold</strong> <a href="/a">link</a> <code>code</code>.</p><ul><li>one<ul><li>deeper</li></ul></li><li data-list="checked">done</li></ul><ol><li>first</li></ol><blockquote>said</blockquote><pre>a &lt; b</pre><table><tbody><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></tbody></table><hr /><p><img src="https://example.com/a.png" alt="alt" loading="lazy" decoding="async" referrerpolicy="no-referrer" /></p>',
    )
  })
})

test('whatever is pasted, the result fits the editor and holds nothing hostile', () => {
  const hostile = [
    ...['<img src="data:picture/png;base64,AA">', '<img src="https://a.b/c.png" onerror="x">', '<script>', '</script>'],
    ...['<a href="javascript:x">', '</a>', '<svg onload="x">', '</svg>', '<tr>', '<figure>', '<figcaption>', '\n'],
    ...['<p style="mso-list:l0 level2 lfo1">', '<span style="mso-list:Ignore">'],
    '<div class="ql-kept" data-html="<img onerror=x>">',
  ]
  fc.assert(
    fc.property(randomTags(hostile), (given) => {
      const html = clean(given) ?? ''
      expect(html).not.toMatch(/<(?:script|svg)|<[^>]*(?:onerror|onload|javascript:|data:)/)
      const stored = sanitiseStory(normaliseStory(html))
      expect(sanitiseStory(normaliseStory(stored))).toBe(stored)
    }),
    { numRuns: 2_000 },
  )
})

test('not a letter is lost, however odd the tags', () => {
  const letters = (html: string) => [...plainText(html).replace(/\s/g, '')].sort().join('')
  const others = ['x y', '<hr>', '<a href="/x">', '</a>', '<tr>', '<figure>', '<figcaption>', '</figure>']
  fc.assert(
    fc.property(randomTags(others), (given) => {
      const html = sanitiseStory(given)
      expect(letters(clean(html) ?? '')).toBe(letters(html))
    }),
    { numRuns: 2_000 },
  )
})

test('too much is refused', () => {
  expect(cleanPasted('<b>'.repeat(30_000))).toBeUndefined()
})
