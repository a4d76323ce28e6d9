import fc from 'fast-check'

/** The HTML of the editor's root, as Quill 2 writes it, of any format of the toolbar. */
const words = fc.stringMatching(/^[a-zA-Z &<>"'é語\u00a0.,-]{0,24}$/).map((text) => text.replace(/ +/g, ' '))
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const wrap =
  (tag: string, attributes = '') =>
  (inner: string) =>
    `<${tag}${attributes}>${inner}</${tag}>`

const wrappers = fc.constantFrom(
  ...[wrap('strong'), wrap('em'), wrap('u'), wrap('s'), wrap('sub'), wrap('sup'), wrap('code')],
  wrap('a', ' href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer" target="_blank"'),
  wrap('a', ' href="/article/ours" rel="noopener noreferrer" target="_blank"'),
  wrap('span', ' style="color: rgb(230, 0, 0);"'),
  wrap('span', ' style="background-color: rgb(255, 255, 0); color: red;"'),
  wrap('strong', ' class="ql-size-large"'),
  wrap('span', ' class="ql-size-small"'),
)
const image = fc.constant('<img src="https://example.com/a.png" alt="A &quot;picture&quot;" width="640" height="480">')
const softBreak = fc.constant('<br class="ql-soft-break">')

const run = fc
  .tuple(
    fc.oneof(
      { arbitrary: words.map(escaped), weight: 8 },
      { arbitrary: image, weight: 1 },
      { arbitrary: softBreak, weight: 1 },
    ),
    fc.array(wrappers, { maxLength: 3 }),
  )
  .map(([inner, layers]) => (inner ? layers.reduce((html, layer) => layer(html), inner) : ''))
const line = fc.array(run, { maxLength: 4 }).map((runs) => runs.join('') || '<br>')

const lineClass = fc.constantFrom(
  '',
  '',
  'ql-align-center',
  'ql-align-right ql-indent-2',
  'ql-direction-rtl',
  'ql-indent-8',
)
const block = (tag: string) =>
  fc.tuple(line, lineClass).map(([inner, name]) => `<${tag}${name && ` class="${name}"`}>${inner}</${tag}>`)

const listLine = fc
  .tuple(line, fc.constantFrom('bullet', 'ordered', 'checked', 'unchecked'), fc.nat(3))
  .map(([inner, type, indent]) => {
    const name = indent > 0 ? ` class="ql-indent-${indent}"` : ''
    return `<li data-list="${type}"${name}><span class="ql-ui" contenteditable="false"></span>${inner}</li>`
  })
const list = fc.array(listLine, { minLength: 1, maxLength: 6 }).map((lines) => `<ol>${lines.join('')}</ol>`)
const code = fc.array(fc.stringMatching(/^[a-z <&\t]{0,20}$/), { minLength: 1, maxLength: 4 }).map((lines) => {
  const inner = lines.map((text) => `<div class="ql-code-block">${escaped(text) || '<br>'}</div>`).join('')
  return `<div class="ql-code-block-container" spellcheck="false">${inner}</div>`
})
const video = fc.constant(
  '<iframe class="ql-video ql-align-center" frameborder="0" allowfullscreen="true" src="https://www.youtube.com/embed/abc-1"></iframe>',
)
const kept = fc
  .constantFrom(
    '<table><tbody><tr><td>a &amp; b</td><td>c</td></tr></tbody></table>',
    '<figure><img src="/covers/a.webp" alt="&quot;x&quot;" loading="lazy" decoding="async" referrerpolicy="no-referrer" /><figcaption>Cap</figcaption></figure>',
    '<pre><code>let a = 1 &lt; 2\n</code></pre>',
  )
  .map((html) => `<div class="ql-kept" data-html="${escaped(html).replaceAll('"', '&quot;')}"><div>shown</div></div>`)
const divider = fc.constant('<hr>')
const picture = fc
  .tuple(words, fc.constantFrom('', ' class="picture-small"', ' class="picture-wide"'))
  .map(
    ([caption, size]) =>
      `<figure class="ql-picture" data-caption="${escaped(caption).replaceAll('"', '&quot;')}"><img${size} src="/covers/a.webp" alt="A"><textarea></textarea></figure>`,
  )
const heading = fc.constantFrom('h2', 'h3', 'h4', 'h5', 'h6').chain(block)
const sixthHeading = line.map((inner) => `<h6 class="ql-header-6">${inner}</h6>`)

export const randomEditorHtml = fc
  .array(
    fc.oneof(
      block('p'),
      block('p'),
      heading,
      sixthHeading,
      block('blockquote'),
      list,
      code,
      video,
      kept,
      divider,
      picture,
    ),
    {
      maxLength: 12,
    },
  )
  .map((blocks) => blocks.join(''))
