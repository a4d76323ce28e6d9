import { cleanPartial, cleanSummary } from './clean-summary.ts'

describe('cleanSummary', () => {
  test.each([
    ['leaves clean HTML as it is', '<p>A pond.</p>', '<p>A pond.</p>'],
    ['removes a fence', '```html\n<p>A pond.</p>\n```', '<p>A pond.</p>'],
    ['removes a bare fence', ' ```\r\n<p>A pond.</p>\r\n``` \n', '<p>A pond.</p>'],
    ['removes quotes around it', '"\n\n<p>A “pond”.</p>"\n', '<p>A “pond”.</p>'],
    ['keeps a fence inside', '<p>A pond.</p><pre>```</pre>', '<p>A pond.</p><pre>```</pre>'],
    ['converts Markdown', '## A pond\n\n- one\n- two', '<h2>A pond</h2><ul><li>one</li><li>two</li></ul>'],
    ['removes forbidden elements', '<h1 id="x">A</h1><script>b()</script>', '<h2>A</h2>'],
  ])('%s', (_, answer, html) => {
    expect(cleanSummary(answer).replaceAll('\n', '')).toBe(html)
  })
})

describe('cleanPartial', () => {
  const answer = '```html\n<h2>A pond</h2><p>Beans &amp; <em>boards</em>.</p>\n```'

  test('returns valid HTML wherever the text is cut, without half a tag, entity or fence', () => {
    for (let end = 0; end <= answer.length; end++) {
      const html = cleanPartial(answer.slice(0, end))
      expect(html).toMatch(/^(<h2>[ A-Za-z]*<\/h2>(<p>[ A-Za-z]*( ?&amp; ?(<em>[a-z]*<\/em>\.?)?)?<\/p>)?)?\n?$/)
    }
    expect(cleanPartial(answer).trim()).toBe('<h2>A pond</h2><p>Beans &amp; <em>boards</em>.</p>')
  })
})
